import type { TagRow } from './tag-row.js'

/** A tag by the name it has in a text; the members of a family share a row, not a name. */
export interface KnownTag {
  /** Its number in the table; members of a family are numbered behind all others, as they are met. */
  id: number
  row: TagRow
  /** In lower case. */
  name: string
}

/** Room enough that nearly every tag has a slot of its own. */
const SLOTS = 1024
const LONGEST_NAME = 64

/** 0 for what ends a name, by its code; else what stands for the character in either case. */
const FOLDED = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_') {
  FOLDED[character.charCodeAt(0)] = character.toLowerCase().charCodeAt(0)
}
const folded = (code: number): number => (code < 128 ? (FOLDED[code] ?? 0) : 0)

/** Tags by their names, in any case, without a string made for every `<` of a text. */
export class TagTable {
  /** Where the name ended that was looked for last. */
  nameEnd = 0
  readonly #size: number
  readonly #slots: (KnownTag | undefined)[] = new Array(SLOTS)
  readonly #families: { prefix: string; row: TagRow }[] = []
  /** The members of families met in the text that is read, by what their names count as. */
  #members: Map<number, KnownTag> | undefined

  constructor(rows: readonly TagRow[]) {
    this.#size = rows.length
    rows.forEach((row, id) => {
      const name = row.tag.toLowerCase()
      if (name.endsWith('*')) this.#families.push({ prefix: name.slice(0, -1), row })
      else this.#put({ id, row, name })
    })
  }

  #put(tag: KnownTag): void {
    let slot = this.#readName(tag.name, 0) & (SLOTS - 1)
    while (this.#slots[slot]) slot = (slot + 1) & (SLOTS - 1)
    this.#slots[slot] = tag
  }

  /** A new text is read: members of families are numbered anew. */
  forgetMembers(): void {
    this.#members = undefined
  }

  /** The tag whose name starts at a place in a text. */
  find(text: string, start: number): KnownTag | undefined {
    const hash = this.#readName(text, start)
    const end = this.nameEnd
    if (end === start) return undefined
    for (let at = hash & (SLOTS - 1); ; at = (at + 1) & (SLOTS - 1)) {
      const tag = this.#slots[at]
      if (!tag) return this.#families.length === 0 ? undefined : this.#member(text, start, end, hash)
      if (isNameAt(text, start, end, tag.name)) return tag
    }
  }

  /** What the name at this place counts as; of a name with a space, its first word. */
  #readName(text: string, start: number): number {
    const limit = start + LONGEST_NAME
    let end = start
    let code = folded(text.charCodeAt(end))
    const first = code
    let last = 0
    while (code !== 0 && end < limit) {
      last = code
      code = folded(text.charCodeAt(++end))
    }
    this.nameEnd = end
    const middle = folded(text.charCodeAt((start + end) >> 1))
    return (end - start) * 977 + first * 131 + last * 31 + middle * 7
  }

  #member(text: string, start: number, end: number, hash: number): KnownTag | undefined {
    for (const { prefix, row } of this.#families) {
      if (end - start <= prefix.length || !isPrefixAt(text, start, prefix)) continue
      this.#members ??= new Map()
      const members = this.#members
      for (let key = hash; ; key = (key + 1) | 0) {
        const met = members.get(key)
        if (met && !isNameAt(text, start, end, met.name)) continue
        if (met) return met
        const member = { id: this.#size + members.size, row, name: text.slice(start, end).toLowerCase() }
        members.set(key, member)
        return member
      }
    }
    return undefined
  }
}

function isPrefixAt(text: string, start: number, prefix: string): boolean {
  for (let at = 0; at < prefix.length; at++) {
    const code = text.charCodeAt(start + at)
    // A name may have a space in it, which is no character of names.
    if ((folded(code) || code) !== prefix.charCodeAt(at)) return false
  }
  return true
}

function isNameAt(text: string, start: number, end: number, name: string): boolean {
  if (start + name.length < end || !isPrefixAt(text, start, name)) return false
  return start + name.length === end || folded(text.charCodeAt(start + name.length)) === 0
}
