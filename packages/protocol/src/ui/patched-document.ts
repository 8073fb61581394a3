import type { Json, JsonObject } from '../event.js'
import { tooDeep } from '../json/too-deep.js'
import { parsePointer } from './json-pointer.js'
import { LIMITS, utf8Bytes } from './limits.js'
import type { Operation } from './operation.js'

/** A place in the document: a member of an object or an item of an array, there or not. */
type Place = { in: 'object'; object: JsonObject; key: string } | { in: 'array'; array: Json[]; index: number }

const INDEX = /^(?:0|[1-9]\d{0,8})$/
const MISSING = 'does not apply: there is nothing at that path'
const TOO_DEEP = `nests deeper than ${LIMITS.depth} levels`

/**
 * A JSON document that RFC 6902 operations are applied to, one by one. Written here because the libraries do not hold
 * against text an agent makes up: they walk into inherited members, take indices that are none, pass over a replace of
 * nothing, copy by reference, or compare arrays in quadratic space.
 */
export class PatchedDocument {
  /** The document is a member of this, so the empty pointer is a place like any other. */
  readonly #whole: JsonObject
  #carried = 0

  constructor(start: Json) {
    this.#whole = { '': copied(start) }
  }

  /** The document as it is now; undefined after all of it was removed. */
  get value(): Json | undefined {
    return this.#whole['']
  }

  /** UTF-8 bytes of everything that was copied and moved so far. */
  get carriedBytes(): number {
    return this.#carried
  }

  /** Applies one operation; says why it does not apply. The document is not to be used after that. */
  apply(operation: Operation): string | undefined {
    return this.#steps[operation.op](operation as never)
  }

  readonly #steps: { [Op in Operation['op']]: (it: Extract<Operation, { op: Op }>) => string | undefined } = {
    add: ({ path, value }) => this.#add(path, copied(value)),
    remove: ({ path }) => this.#remove(path),
    replace: ({ path, value }) => this.#replace(path, copied(value)),
    test: ({ path, value }) => {
      const found = this.#read(path)
      if (found === undefined) return MISSING
      return same(found, value) ? undefined : 'does not apply: the test failed'
    },
    copy: ({ from, path }) => this.#carry(from, path),
    move: ({ from, path }) => {
      if (path.startsWith(`${from}/`)) return 'does not apply: it moves a value into itself'
      return this.#carry(from, path, () => this.#remove(from))
    },
  }

  #carry(from: string, path: string, leave?: () => string | undefined): string | undefined {
    const found = this.#read(from)
    if (found === undefined) return MISSING
    const text = JSON.stringify(found)
    this.#carried += utf8Bytes(text)
    return leave?.() ?? this.#add(path, JSON.parse(text) as Json)
  }

  #read(path: string): Json | undefined {
    const place = this.#find(path)
    return place && valueAt(place)
  }

  #add(path: string, value: Json): string | undefined {
    const place = this.#find(path)
    if (!place || (place.in === 'array' && place.index > place.array.length)) return MISSING
    if (isTooDeep(path, value)) return TOO_DEEP
    if (place.in === 'object') place.object[place.key] = value
    else place.array.splice(place.index, 0, value)
    return undefined
  }

  #replace(path: string, value: Json): string | undefined {
    const place = this.#find(path)
    if (!place || valueAt(place) === undefined) return MISSING
    if (isTooDeep(path, value)) return TOO_DEEP
    if (place.in === 'object') place.object[place.key] = value
    else place.array[place.index] = value
    return undefined
  }

  #remove(path: string): string | undefined {
    const place = this.#find(path)
    if (!place || valueAt(place) === undefined) return MISSING
    if (place.in === 'object') delete place.object[place.key]
    else place.array.splice(place.index, 1)
    return undefined
  }

  /** Undefined when what should hold the place is not there. */
  #find(path: string): Place | undefined {
    const tokens = ['', ...(parsePointer(path) ?? [])]
    let place: Place | undefined
    let holder: Json | undefined = this.#whole
    for (const token of tokens) {
      place = placeIn(holder, token)
      if (!place) return undefined
      holder = valueAt(place)
    }
    return place
  }
}

function placeIn(holder: Json | undefined, token: string): Place | undefined {
  if (typeof holder !== 'object' || holder === null) return undefined
  if (!Array.isArray(holder)) return { in: 'object', object: holder, key: token }
  if (token === '-') return { in: 'array', array: holder, index: holder.length }
  return INDEX.test(token) ? { in: 'array', array: holder, index: Number(token) } : undefined
}

function valueAt(place: Place): Json | undefined {
  if (place.in === 'array') return place.array[place.index]
  return Object.hasOwn(place.object, place.key) ? place.object[place.key] : undefined
}

/** Counts what is around the value as well. There is never more of it than the limit, else the place were not there. */
function isTooDeep(path: string, value: Json): boolean {
  return tooDeep(value, LIMITS.depth - path.split('/').length + 1)
}

/** What goes in is never shared with who gave it: later operations change it. */
function copied(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json
}

/** Equality as RFC 6902 has it: the order of members does not count. No deeper than the shallower of the two. */
function same(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => same(item, b[index] as Json))
  }
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && same(a[key] as Json, b[key] as Json))
}
