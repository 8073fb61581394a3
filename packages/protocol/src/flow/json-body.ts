import type { WriteValue } from './fill-template.js'
import type { TemplatePart } from './template.js'

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** A value within a JSON string. */
const inString: WriteValue = (value = '') => JSON.stringify(value).slice(1, -1)

/** A value that stands for itself: a number, true, false or null as they are, anything else as a string. */
const asValue: WriteValue = (value) => {
  if (value === undefined || value === '') return 'null'
  return SCALAR.test(value) ? value : JSON.stringify(value)
}

/**
 * How each value is written in a template that is a JSON object or array; undefined when it is none. Then it stays valid
 * JSON whatever the values are.
 */
export function jsonWriters(parts: readonly TemplatePart[]): WriteValue[] | undefined {
  const writers: WriteValue[] = []
  let probe = ''
  let quoted = false
  for (const part of parts) {
    if ('text' in part) {
      probe += part.text
      quoted = endsQuoted(part.text, quoted)
    } else {
      // A sign that no escape sequence can go on with.
      probe += quoted ? '~' : 'null'
      writers.push(quoted ? inString : asValue)
    }
  }
  try {
    const value: unknown = JSON.parse(probe)
    return typeof value === 'object' && value !== null ? writers : undefined
  } catch {
    return undefined
  }
}

/** What is called JSON and is none as a template: its values are written as if within strings. */
export function quotedWriters(parts: readonly TemplatePart[]): WriteValue[] {
  return parts.flatMap((part) => ('token' in part ? [inString] : []))
}

function endsQuoted(text: string, began: boolean): boolean {
  let quoted = began
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === '\\' && quoted) at++
  }
  return quoted
}
