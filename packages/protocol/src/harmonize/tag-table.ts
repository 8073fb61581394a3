import type { TagRow } from './tag-row.js'

/** A tag by the name it has in a text; the members of a family share a row, not a name. */
export interface KnownTag {
  /** Its number in the table; members of a family are numbered behind all others, as they are met. */
  id: number
  row: TagRow
  /** In lower case. */
  name: string
}

/** The tags whose names start with the same two characters. */
interface Shelf {
  tags: KnownTag[]
  families: { prefix: string; row: TagRow }[]
}

/** Longer names are none. */
const LONGEST_NAME = 64

/** 0 for what ends a name, by its code; else what stands for the character in either case. */
const FOLDED = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_') {
  FOLDED[character.charCodeAt(0)] = character.toLowerCase().charCodeAt(0)
}
const folded = (code: number): number => (code < 128 ? (FOLDED[code] ?? 0) : 0)
const shelfOf = (first: number, second: number) => folded(first) * 128 + folded(second)

/** Tags by their names, in any case. Most of what stands behind a `<` is told apart by two characters. */
export class TagTable {
  readonly #size: number
  readonly #shelves: (Shelf | undefined)[] = new Array(128 * 128)
  /** The members of families met in the text that is read, by name, in lower case and as written. */
  #members: Map<string, KnownTag> | undefined

  constructor(rows: readonly TagRow[]) {
    this.#size = rows.length
    rows.forEach((row, id) => {
      const name = row.tag.toLowerCase()
      const at = shelfOf(name.charCodeAt(0), name.charCodeAt(1))
      const shelf = this.#shelves[at] ?? { tags: [], families: [] }
      this.#shelves[at] = shelf
      if (name.endsWith('*')) shelf.families.push({ prefix: name.slice(0, -1), row })
      else shelf.tags.push({ id, row, name })
    })
  }

  /** A new text is read: members of families are numbered anew. */
  forgetMembers(): void {
    this.#members = undefined
  }

  /** The tag whose name starts at a place in a text. */
  find(text: string, start: number): KnownTag | undefined {
    const shelf = this.#shelves[shelfOf(text.charCodeAt(start), text.charCodeAt(start + 1))]
    if (!shelf) return undefined
    for (const tag of shelf.tags) if (isNameAt(text, start, tag.name)) return tag
    for (const { prefix, row } of shelf.families) {
      if (isPrefixAt(text, start, prefix)) return this.#member(text, start, start + prefix.length, row)
    }
    return undefined
  }

  #member(text: string, start: number, from: number, row: TagRow): KnownTag | undefined {
    let end = from
    while (end - start < LONGEST_NAME && folded(text.charCodeAt(end)) !== 0) end++
    if (end === from || folded(text.charCodeAt(end)) !== 0) return undefined
    this.#members ??= new Map()
    const written = text.slice(start, end)
    const known = this.#members.get(written)
    if (known) return known
    const name = written.toLowerCase()
    const member = this.#members.get(name) ?? { id: this.#size + this.#members.size, row, name }
    this.#members.set(name, member)
    this.#members.set(written, member)
    return member
  }
}

/** Most names are written as they are kept; only others are looked at character by character. */
function isPrefixAt(text: string, start: number, prefix: string): boolean {
  if (text.startsWith(prefix, start)) return true
  for (let at = 0; at < prefix.length; at++) {
    const code = text.charCodeAt(start + at)
    // A name may have a space in it, which is no character of names.
    if ((folded(code) || code) !== prefix.charCodeAt(at)) return false
  }
  return true
}

const isNameAt = (text: string, start: number, name: string) =>
  isPrefixAt(text, start, name) && folded(text.charCodeAt(start + name.length)) === 0
