import type { JsonArray, JsonNode, JsonObject, Span } from './json-text.js'

/** A stretch of a text and what stands there instead. */
export interface Splice extends Span {
  text: string
}

/** The text with all of them; they must not overlap. Those at one place come in their order. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const inOrder = [...splices].sort((one, other) => one.start - other.start || one.end - other.end)
  let result = ''
  let at = 0
  for (const { start, end, text: instead } of inOrder) {
    result += text.slice(at, start) + instead
    at = end
  }
  return result + text.slice(at)
}

/** How a JSON text is laid out: what its next lines should look like. */
export interface Layout {
  eol: string
  /** One step of indentation; empty where everything stands on one line. */
  step: string
  /** After `:` and, on one line, after `,`. */
  blank: string
}

/** The layout of a text, read off its first member. */
export function layoutOf(text: string, root: JsonNode): Layout {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const first = root.kind === 'object' ? root.members[0] : undefined
  if (!first) return { eol, step: '  ', blank: ' ' }
  const blank = /:[ \t\r\n]/.test(text.slice(first.start, first.value.start + 1)) ? ' ' : ''
  return { eol, step: lineStart(text, first.start) ?? (text.includes('\n') ? '  ' : ''), blank }
}

/** A value to put in; of an object by its key. */
export interface NewValue {
  key?: string
  value: unknown
  /** With a line for each of its members, where the text has lines. */
  isTall?: true
}

/** Puts values after the last one of an object or array. */
export function appended(
  text: string,
  container: JsonObject | JsonArray,
  values: readonly NewValue[],
  layout: Layout,
): Splice {
  const children = container.kind === 'object' ? container.members : container.elements
  const last = children.at(-1)
  const own = indentOf(text, container.start)
  const inside = (last && lineStart(text, last.start)) ?? (layout.step === '' ? undefined : own + layout.step)
  // On one line with what is there already, if that is on one line.
  const flat = inside === undefined || (last !== undefined && lineStart(text, last.start) === undefined)
  const between = flat ? layout.blank : layout.eol + inside
  const said = values
    .map(({ key, value, isTall = false }) => {
      const name = key === undefined ? '' : `${JSON.stringify(key)}:${layout.blank}`
      return name + (isTall && !flat ? tallText(value, layout, inside) : flatText(value, layout.blank))
    })
    .join(`,${between}`)
  if (last) return { start: last.end, end: last.end, text: `,${between}${said}` }
  const open = container.start + 1
  const rest = text.slice(open, container.end - 1)
  if (flat) return { start: open, end: open, text: said }
  // A bracket that stands on a line of its own already stays there.
  const after = /\n/.test(rest) ? '' : layout.eol + own
  return { start: open, end: open, text: `${between}${said}${after}` }
}

/** Puts another value in the place of one. */
export function replaced(node: JsonNode, value: unknown, { blank }: Layout): Splice {
  return { start: node.start, end: node.end, text: flatText(value, blank) }
}

/** Takes children out of an object or array, each with its comma and the blanks before it; comments stay. */
export function without(
  text: string,
  container: JsonObject | JsonArray,
  isGone: (index: number) => boolean,
): Splice[] {
  const children: Span[] = container.kind === 'object' ? container.members : container.elements
  const splices: Splice[] = []
  let kept = 0
  children.forEach((child, index) => {
    const before = children[index - 1]?.end ?? container.start + 1
    // Whoever comes first now has no comma before it.
    if (kept === 0 || isGone(index)) splices.push(...cutComma(text, before, child.start))
    if (isGone(index))
      splices.push({ start: blanksBefore(text, before, child.start), end: child.end, text: '' })
    else kept += 1
  })
  const end = children.at(-1)?.end
  if (kept > 0 || end === undefined) return splices
  // Nothing is left: the closing bracket comes back to the opening one, unless a comment is between them.
  const close = container.end - 1
  return text.slice(end, close).trim() === '' ? [...splices, { start: end, end: close, text: '' }] : splices
}

function cutComma(text: string, from: number, to: number): Splice[] {
  const comma = commaIn(text, from, to)
  return comma === undefined ? [] : [{ start: comma, end: comma + 1, text: '' }]
}

/** The comma in a gap, not one in a comment. */
function commaIn(text: string, from: number, to: number): number | undefined {
  const parts = /\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|,/g
  for (const found of text.slice(from, to).matchAll(parts)) if (found[0] === ',') return from + found.index
  return undefined
}

/** Where the blanks before a place begin, not before `least` and not before a comma. */
function blanksBefore(text: string, least: number, place: number): number {
  let at = place
  while (at > least && /\s/.test(text[at - 1] ?? '')) at -= 1
  return at
}

/** The blanks a line begins with, if there is nothing else before the place. */
function lineStart(text: string, place: number): string | undefined {
  return /\n([ \t]*)$/.exec(text.slice(Math.max(0, text.lastIndexOf('\n', place - 1)), place))?.[1]
}

/** The blanks the line of a place begins with. */
function indentOf(text: string, place: number): string {
  const begin = text.lastIndexOf('\n', place - 1) + 1
  return /^\ufeff?([ \t]*)/.exec(text.slice(begin, place))?.[1] ?? ''
}

/** An object with a line for each member; what is in them stays on that line. */
function tallText(value: unknown, { eol, step, blank }: Layout, indent: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return flatText(value, blank)
  const lines = Object.entries(value).map(
    ([key, one]) => `${eol}${indent}${step}${JSON.stringify(key)}:${blank}${flatText(one, blank)}`,
  )
  return `{${lines.join(',')}${eol}${indent}}`
}

function flatText(value: unknown, blank: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => flatText(one, blank)).join(`,${blank}`)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${blank}${flatText(one, blank)}`,
  )
  return `{${members.join(`,${blank}`)}}`
}
