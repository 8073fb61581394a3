import type { Json } from '@signalbox/protocol'

const MAX_LENGTH = 512
/** Half characters are replaced by the store and NUL ends a text there: two ids could become one. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** Whether two different ids stay different in the store, and short enough to be looked up by. */
export function isStorableId(id: string): boolean {
  return id.length <= MAX_LENGTH && !UNSTORABLE.test(id)
}

/** The id another program gave something; undefined where there is none that could be one. */
export function nativeId(value: Json | undefined): string | undefined {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && id.trim() !== '' && isStorableId(id) ? id : undefined
}
