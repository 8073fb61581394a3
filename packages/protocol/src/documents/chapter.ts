import type { Json } from '../event.js'

/** One field of something on a wire. */
export interface Field {
  name: string
  optional: boolean
  /** Its type in a few words. */
  type: string
}

/** One named thing: an event, a message, a route. */
export interface Entry {
  /** The fragment it is linked by. */
  anchor: string
  name: string
  /** Its other name, where it has two. */
  also?: { anchor: string; name: string }
  /** Short facts, under the same labels in every entry of a block. */
  facts: Readonly<Record<string, string>>
  text: string
  fields: readonly Field[]
  example?: Json
}

/**
 * A piece of a chapter. Texts are plain, with `code` in backticks; how a table or an entry looks is up to who renders
 * it: Markdown has lines, a page has room.
 */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'entries'; what: string; entries: readonly Entry[] }

/** A part of a document, made once and rendered as Markdown or as a page. */
export interface Chapter {
  id: string
  title: string
  blocks: readonly Block[]
  sections?: readonly Chapter[]
}

/** A name as code. */
export function code(text: string | number): string {
  return `\`${text}\``
}

/** Names as code, in one line; a dash for none. */
export function codes(names: readonly (string | number)[]): string {
  return names.length === 0 ? '–' : names.map(code).join(', ')
}
