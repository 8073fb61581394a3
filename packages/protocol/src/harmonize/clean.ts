import type { Clean, Cleaned, CleanOptions, Part } from './cleaned.js'
import { neutralise, withoutEmptyLines } from './control.js'
import { phraseAt, speakerOf } from './known-phrase.js'
import { withoutAnyTag } from './last-resort.js'
import { isTouched, scan } from './scan.js'
import { isForPeople, isForTheModel } from './sheet.js'
import { tokensOf } from './token.js'
import { type Vocabulary, vocabularyOf } from './vocabulary.js'
import { inkFrom } from './whitespace.js'

export type * from './cleaned.js'
export { SAID_BY_PERSON } from './cleaned.js'
export { isKnownAgent, KNOWN_AGENTS, type KnownAgent } from './tag-row.js'

/** The longest text that is cleaned, in UTF-16 units; a longer one is given back as it is. */
export const MAX_CLEAN = 8 * 1024 * 1024

/** What a person reads where nothing is left to read. */
export const NOTHING_LEFT = '(system notice)'

/** How deep texts inside texts are read, before every tag in them goes. */
const DEEPEST = 3

/** Makes of what an agent said what a person should read. Never throws: what cannot be cleaned comes back as it is. */
export const clean: Clean = (text, options) => {
  try {
    return text.length > MAX_CLEAN ? asItIs(text) : cleaned(text, options)
  } catch {
    return asItIs(text)
  }
}

const asItIs = (text: string): Cleaned => ({
  text,
  cleaned: [],
  fallback: true,
  parts: [{ kind: 'text', text }],
})

function cleaned(text: string, options: CleanOptions | undefined): Cleaned {
  const vocabulary = vocabularyOf(options)
  const calm = neutralise(text)
  if (calm.trim() === '') {
    const isBlank = calm === '' ? text === '' : text.trim() === ''
    return { text: isBlank ? calm : NOTHING_LEFT, cleaned: [], fallback: false, parts: [] }
  }
  const names = new Set<string>()
  const { text: settled, parts } = settle(calm, vocabulary, names, 1)
  return { text: settled, cleaned: [...names], fallback: false, parts }
}

/** Reads a text until there is nothing left to take out: what comes of it stays as it is when it is read again. */
function settle(
  text: string,
  vocabulary: Vocabulary,
  names: Set<string>,
  depth: number,
): { text: string; parts: Part[] } {
  const sheet = isQuiet(text, vocabulary) ? undefined : scan(text, { vocabulary, names, tidy, bare })
  if (!sheet) return { text, parts: [plainPart(text, vocabulary)] }
  const { parts } = sheet
  const shown = sheet.text(isForPeople)
  if (shown.trim() === '') {
    const hidden = sheet.text(isForTheModel)
    // What was meant for the model alone is read once more, as nothing else is left to read.
    const told =
      depth < DEEPEST && hidden !== '' ? settle(hidden, vocabulary, names, DEEPEST).text : bare(hidden)
    if (told !== '') return { text: told, parts }
    const [tag = ''] = names
    return { text: NOTHING_LEFT, parts: [...parts, { kind: 'notice', tag, text: NOTHING_LEFT }] }
  }
  if (isSettled(shown, vocabulary)) return { text: shown, parts }
  for (const part of parts) if (isForPeople(part)) part.text = withoutAnyTag(part.text, vocabulary)
  const left = parts.filter((part) => part.text !== '')
  return { text: sheet.text(isForPeople) || NOTHING_LEFT, parts: left }

  function tidy(inner: string): string {
    if (inner === '') return ''
    // What was cut apart may have left empty lines behind.
    const calm = withoutEmptyLines(inner)
    return depth < DEEPEST ? settle(calm, vocabulary, names, depth + 1).text : bare(calm)
  }

  function bare(inner: string): string {
    const tokens = tokensOf(inner, vocabulary.tags)
    const words = isTouched(inner, vocabulary, tokens) ? withoutAnyTag(inner, vocabulary, tokens) : inner
    return words.trim() === '' ? '' : words
  }
}

/** Whether a short look tells that a text has nothing to take out. */
const isQuiet = (text: string, { dropped }: Vocabulary) =>
  !text.includes('<') && phraseAt(text, inkFrom(text, 0), dropped) === undefined

const isSettled = (text: string, vocabulary: Vocabulary) =>
  isQuiet(text, vocabulary) || !isTouched(text, vocabulary, tokensOf(text, vocabulary.tags))

function plainPart(text: string, { kept }: Vocabulary): Part {
  const row = speakerOf(text, kept)
  return row?.kind === 'notice' ? { kind: 'notice', tag: row.phrase, text } : { kind: 'text', text }
}
