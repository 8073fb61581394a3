import type { CleanOptions, Part, TextOrigin } from './cleaned.js'
import { PHRASES } from './phrases.js'
import { isKnownAgent, type KnownAgent, type PhraseRow, type TagRow } from './tag-row.js'
import { TAGS } from './tags.js'

/** A tag by the name it has in a text; the members of a family share a row, not a name. */
export interface KnownTag {
  row: TagRow
  name: string
}

/** The tags and phrases one text is read with. */
export interface Vocabulary {
  tags: Tags
  phrases: readonly PhraseRow[]
}

export interface Tags {
  /** By lower-case name; of a name with a space, by its first word. */
  byName: ReadonlyMap<string, KnownTag>
  families: readonly { prefix: string; row: TagRow }[]
  /** By the lower-case code of its first character: the lengths of the names there are, one bit each. */
  lengths: Int32Array
}

/** What a person may have pasted: an agent attaches none of it to what a person says. */
const MESSAGES: ReadonlySet<Part['kind']> = new Set(['task', 'peer', 'notice', 'text'] as const)

const made = new Map<string, Vocabulary>()

/** The rows a text is read with, by its agent and by who says it. */
export function vocabularyOf(options: CleanOptions | undefined): Vocabulary {
  const agent = options?.agent !== undefined && isKnownAgent(options.agent) ? options.agent : undefined
  const person = isFromPerson(options?.origin)
  const key = `${agent ?? 'any'} ${person}`
  const known = made.get(key)
  if (known) return known
  const vocabulary = makeVocabulary(agent, person)
  made.set(key, vocabulary)
  return vocabulary
}

const isFromPerson = (origin: TextOrigin | undefined) =>
  origin?.kind === undefined ? origin?.promptSource === 'typed' : origin.kind === 'human'

function makeVocabulary(agent: KnownAgent | undefined, person: boolean): Vocabulary {
  const isOf = (row: TagRow | PhraseRow) => agent === undefined || row.agents.includes(agent)
  return {
    tags: tagsOf(TAGS.filter((row) => isOf(row) && !(person && MESSAGES.has(row.kind)))),
    phrases: person ? [] : PHRASES.filter(isOf),
  }
}

/** Makes tags findable by what stands behind a `<`. */
export function tagsOf(rows: readonly TagRow[]): Tags {
  const byName = new Map<string, KnownTag>()
  const families: { prefix: string; row: TagRow }[] = []
  const lengths = new Int32Array(128)
  for (const row of rows) {
    const name = row.tag.toLowerCase()
    if (name.endsWith('*')) {
      families.push({ prefix: name.slice(0, -1), row })
      continue
    }
    const [word = ''] = name.split(' ')
    byName.set(word, { row, name })
    const first = word.charCodeAt(0)
    lengths[first] = (lengths[first] ?? 0) | (1 << word.length)
  }
  return { byName, families, lengths }
}

/** Tags that mean something inside another one only, by their names. */
export const childTags = (names: readonly string[], parent: TagRow): Tags =>
  tagsOf(names.map((tag) => ({ ...parent, tag })))
