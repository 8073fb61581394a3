import type { CleanOptions, Part, TextOrigin } from './cleaned.js'
import { PHRASES } from './phrases.js'
import { isKnownAgent, type KnownAgent, type PhraseRow, type TagRow } from './tag-row.js'
import { TagTable } from './tag-table.js'
import { TAGS } from './tags.js'

/** The tags and phrases one text is read with. */
export interface Vocabulary {
  tags: TagTable
  /** Phrases that go. */
  dropped: readonly PhraseRow[]
  /** Phrases that stay, and tell who speaks. */
  kept: readonly PhraseRow[]
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
  const phrases = person ? [] : PHRASES.filter(isOf)
  return {
    tags: new TagTable(TAGS.filter((row) => isOf(row) && !(person && MESSAGES.has(row.kind)))),
    dropped: phrases.filter(({ action }) => action === 'drop'),
    kept: phrases.filter(({ action }) => action === 'keep'),
  }
}
