import { cutUtf8, utf8Length } from '../session/text.js'
import type { TemplatePart } from './template.js'

/** The most bytes of a rendered text, and of a template. */
export const MAX_RENDERED_BYTES = 64 * 1024

/** Stands where a value was cut. */
export const CUT_MARK = '…'

/** How the value of one token is written; undefined: there is none. Never shorter than the value. */
export type WriteValue = (value: string | undefined) => string

export interface Filling {
  lookUp(token: string): string | undefined
  /** By the place of the token among the tokens. */
  writerOf(index: number): WriteValue
}

/**
 * The parts of a template as one text. The words of the template always stay; values share the bytes these leave, and the
 * one that does not fit is cut, marked, and the last: so a JSON body stays JSON however long its values are.
 */
export function fillTemplate(parts: readonly TemplatePart[], { lookUp, writerOf }: Filling): string {
  let tokens = 0
  const least = parts.map((part) => ('text' in part ? part.text : writerOf(tokens++)(undefined)))
  let left = MAX_RENDERED_BYTES - least.reduce((sum, text) => sum + utf8Length(text), 0)
  tokens = 0
  const pieces = parts.map((part, at) => {
    const shortest = least[at] ?? ''
    if ('text' in part) return shortest
    const write = writerOf(tokens++)
    const value = left > 0 ? lookUp(part.token) : undefined
    if (value === undefined) return shortest
    const room = left + utf8Length(shortest)
    const whole = value.length <= room ? write(value) : undefined
    const fits = whole !== undefined && utf8Length(whole) <= room
    left = fits ? room - utf8Length(whole) : 0
    return fits ? whole : beginning(value, write, room, shortest)
  })
  return pieces.join('')
}

/** As much of a value as fits in so many bytes once it is written, and the mark. */
function beginning(value: string, write: WriteValue, bytes: number, shortest: string): string {
  let [found, least, most] = [shortest, 0, bytes]
  while (least <= most) {
    const middle = (least + most) >> 1
    const text = write(`${cutUtf8(value, middle)}${CUT_MARK}`)
    if (utf8Length(text) <= bytes) {
      found = text
      least = middle + 1
    } else {
      most = middle - 1
    }
  }
  return found
}
