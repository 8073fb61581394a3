import type { TagRow } from './tag-row.js'

/** A tag that is known by its name. */
export interface KnownTag {
  /** Its number: a tag and another that may close it have the same one, others have not. */
  id: number
  row: TagRow
  /** In lower case; of a family what all names in it start with. */
  name: string
}

/** A family. Its members are told apart by what their names count as: two may share a number, which hurts nobody. */
interface Family {
  prefix: string
  members: readonly KnownTag[]
}

/** Few enough that lists by number stay short. */
const MEMBERS = 256

/** The tags whose names start with the same two characters. */
interface Shelf {
  tags: KnownTag[]
  families: Family[]
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
  /** Where the name ended that was found last. */
  nameEnd = 0
  readonly #shelves: (Shelf | undefined)[] = new Array(128 * 128)
  readonly #known: KnownTag[] = []

  constructor(rows: readonly TagRow[]) {
    for (const row of rows) {
      const name = row.tag.toLowerCase()
      const at = shelfOf(name.charCodeAt(0), name.charCodeAt(1))
      const shelf = this.#shelves[at] ?? { tags: [], families: [] }
      this.#shelves[at] = shelf
      if (name.endsWith('*')) shelf.families.push(this.#family(row, name.slice(0, -1)))
      else shelf.tags.push(this.#add(row, name))
    }
  }

  #add(row: TagRow, name: string): KnownTag {
    const tag = { id: this.#known.length, row, name }
    this.#known.push(tag)
    return tag
  }

  #family(row: TagRow, prefix: string): Family {
    return { prefix, members: Array.from({ length: MEMBERS }, () => this.#add(row, prefix)) }
  }

  byId(id: number): KnownTag | undefined {
    return this.#known[id]
  }

  /** The tag whose name starts at a place in a text. */
  find(text: string, start: number): KnownTag | undefined {
    const shelf = this.#shelves[shelfOf(text.charCodeAt(start), text.charCodeAt(start + 1))]
    if (!shelf) return undefined
    for (const tag of shelf.tags) {
      if (!isNameAt(text, start, tag.name)) continue
      this.nameEnd = start + tag.name.length
      return tag
    }
    for (const family of shelf.families) {
      if (isPrefixAt(text, start, family.prefix)) return this.#member(text, start, family)
    }
    return undefined
  }

  #member(text: string, start: number, { prefix, members }: Family): KnownTag | undefined {
    const from = start + prefix.length
    let end = from
    let hash = 0
    for (let code = folded(text.charCodeAt(end)); code !== 0; code = folded(text.charCodeAt(++end))) {
      if (end - start === LONGEST_NAME) return undefined
      hash = (Math.imul(hash, 31) + code) | 0
    }
    if (end === from) return undefined
    this.nameEnd = end
    return members[hash & (MEMBERS - 1)]
  }
}

/** Whether a name stands at a place, in any case; most differ at their ends, so that is looked at first. */
function isPrefixAt(text: string, start: number, prefix: string): boolean {
  for (let at = prefix.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(start + at)
    const wanted = prefix.charCodeAt(at)
    if (code !== wanted && folded(code) !== wanted) return false
  }
  return true
}

const isNameAt = (text: string, start: number, name: string) =>
  isPrefixAt(text, start, name) && folded(text.charCodeAt(start + name.length)) === 0
