import type { Json, JsonObject } from '@signalbox/protocol'
import { cutText } from './cut-text.js'
import { isObject } from './json-object.js'

/** How much of one text, and of all of it, an event holds: what a request asks is in every snapshot. */
const MAX_TEXT_BYTES = 32 * 1024
const MAX_ALL_UNITS = 256 * 1024

/**
 * What a tool is called with, in bounds. The same input gives the same, always: a request is joined to its call by it.
 * `size` is how many units the payload has that it stands in, each of three bytes at most: small ones need no looking at.
 */
export function toolArgs(input: Json | undefined, size: number): JsonObject {
  const args = isObject(input) ? input : input === undefined || input === null ? {} : { input }
  if (size * 3 <= MAX_TEXT_BYTES) return args
  const cut = cutTexts(args) as JsonObject
  const json = JSON.stringify(cut)
  return json.length <= MAX_ALL_UNITS ? cut : { cut: cutText(json, MAX_TEXT_BYTES) }
}

function cutTexts(value: Json): Json {
  if (typeof value === 'string') return cutText(value, MAX_TEXT_BYTES)
  if (Array.isArray(value)) return value.map(cutTexts)
  if (!isObject(value)) return value
  // Not by assignment: a name like __proto__ is a name like any other.
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutTexts(part)]))
}
