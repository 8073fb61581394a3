import type { Json, JsonObject } from '../event.js'

/** How much of an event flows look at: an event of a megabyte costs no more than one of a page. */
export interface FieldBounds {
  /** So many of its fields, in the order they appear. */
  fields: number
  /** A field with a longer name is left out. */
  name: number
  /** A longer value is cut, and marked. */
  value: number
  /** So much of long values together; what comes after is cut to what a short one has. */
  long: number
  /** A value that is not longer is always there. */
  short: number
}

/** What triggers and templates see. All lengths are in characters. */
export const FLOW_BOUNDS: FieldBounds = {
  ...{ fields: 256, name: 256 },
  ...{ value: 64 * 1024, long: 256 * 1024, short: 1024 },
}

/** What is told again of an event that came before. */
export const BRIEF_BOUNDS: FieldBounds = { fields: 32, name: 64, value: 256, long: 4096, short: 64 }

export type Scalar = string | number | boolean

const CUT_MARK = '…'

/** The scalars of objects, within the bounds of one event. */
export class BoundedScalars {
  readonly #bounds: FieldBounds
  #fields: number
  #long: number

  constructor(bounds: FieldBounds) {
    this.#bounds = bounds
    this.#fields = bounds.fields
    this.#long = bounds.long
  }

  of(object: JsonObject): [string, Scalar][] {
    const found: [string, Scalar][] = []
    for (const key of Object.keys(object)) {
      if (this.#fields === 0) break
      const value = object[key]
      if (!isScalar(value) || key.length > this.#bounds.name) continue
      this.#fields -= 1
      found.push([key, typeof value === 'string' ? this.#cut(value) : value])
    }
    return found
  }

  #cut(text: string): string {
    const { short, value } = this.#bounds
    if (text.length <= short) return text
    const room = Math.max(short, Math.min(value, this.#long))
    this.#long -= Math.min(text.length, room)
    return text.length <= room ? text : `${text.slice(0, endBefore(text, room))}${CUT_MARK}`
  }
}

/** No character is cut in two. */
function endBefore(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  return code >= 0xd800 && code < 0xdc00 ? at - 1 : at
}

function isScalar(value: Json | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
