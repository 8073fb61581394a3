import type { Clean, Cleaned, CleanOptions, Part } from './cleaned.js'
import { neutralise } from './control.js'
import { speakerOf } from './known-phrase.js'
import { withoutAnyTag } from './last-resort.js'
import { isTouched, scan } from './scan.js'
import { isForPeople, isForTheModel } from './sheet.js'
import { tokensOf } from './token.js'
import { type Vocabulary, vocabularyOf } from './vocabulary.js'

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
  const isQuiet = !text.includes('<') && !startsLoud(text, vocabulary)
  const sheet = isQuiet ? undefined : scan(text, { vocabulary, tidy, names })
  if (!sheet) return { text, parts: [plainPart(text, vocabulary)] }
  const shown = sheet.text(isForPeople)
  if (shown.trim() === '')
    return { text: tidy(sheet.text(isForTheModel)) || NOTHING_LEFT, parts: sheet.parts() }
  if (isSettled(shown, vocabulary)) return { text: shown, parts: sheet.parts() }
  const parts = sheet.parts()
  for (const part of parts) if (isForPeople(part)) part.text = withoutAnyTag(part.text, vocabulary)
  return { text: sheet.text(isForPeople) || NOTHING_LEFT, parts }

  function tidy(inner: string): string {
    if (inner.trim() === '') return ''
    if (isSettled(inner, vocabulary)) return inner
    return depth < DEEPEST
      ? settle(inner, vocabulary, names, depth + 1).text
      : withoutAnyTag(inner, vocabulary)
  }
}

const startsLoud = (text: string, { phrases }: Vocabulary) => {
  const start = text.trimStart()
  return phrases.some(({ phrase, action }) => action === 'drop' && start.startsWith(phrase))
}

function isSettled(text: string, vocabulary: Vocabulary): boolean {
  if (!text.includes('<') && !startsLoud(text, vocabulary)) return true
  return !isTouched(text, vocabulary, tokensOf(text, vocabulary.tags))
}

function plainPart(text: string, { phrases }: Vocabulary): Part {
  const row = speakerOf(text, phrases)
  return row?.kind === 'notice' ? { kind: 'notice', tag: row.phrase, text } : { kind: 'text', text }
}
