import type { Json } from '../event.js'
import { type SpecPart, SpecStream } from './spec-stream.js'

/** A block an agent could have written, line by line. */
export const LINES = [
  '{"op":"add","path":"/root","value":"card-1"}',
  '{"op":"add","path":"/elements/card-1","value":{"type":"Card","props":{"title":"Größe 😀"},"children":["m-1"]}}',
  '{"op":"add","path":"/elements/m-1","value":{"type":"Metric","props":{"label":"注文","value":"48"}}}',
  '{"op":"add","path":"/state/orders","value":48}',
]

/** What those lines make. */
export const SPEC = {
  root: 'card-1',
  elements: {
    'card-1': { type: 'Card', props: { title: 'Größe 😀' }, children: ['m-1'] },
    'm-1': { type: 'Metric', props: { label: '注文', value: '48' }, children: [] },
  },
  state: { orders: 48 },
}

/** A spec block of these lines, the end of its last line included. */
export function block(lines: readonly string[] = LINES, end = '\n', fence = '```'): string {
  return [`${fence}spec`, ...lines, fence, ''].join(end)
}

/** An operation that adds a value. */
export function add(path: string, value: Json): string {
  return JSON.stringify({ op: 'add', path, value })
}

/** The parts of a text that came in these chunks, adjacent texts joined. */
export function partsOf(...chunks: string[]): SpecPart[] {
  let count = 0
  const stream = new SpecStream(() => `ui-${++count}`)
  const parts = chunks.flatMap((chunk) => stream.push(chunk))
  return joined([...parts, ...stream.end()])
}

/** The same parts, adjacent texts as one. */
export function joined(parts: readonly SpecPart[]): SpecPart[] {
  const result: SpecPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (part.kind === 'text' && last?.kind === 'text') {
      result[result.length - 1] = { kind: 'text', text: last.text + part.text }
    } else result.push(part)
  }
  return result
}

/** The prose among the parts. */
export function proseOf(parts: readonly SpecPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}

/** The message of the one error among the parts. */
export function errorOf(parts: readonly SpecPart[]): string | undefined {
  const messages = parts.flatMap((part) => (part.kind === 'error' ? [part.message] : []))
  return messages.length === 1 ? messages[0] : undefined
}
