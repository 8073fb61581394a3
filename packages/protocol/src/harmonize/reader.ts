import type { Part } from './cleaned.js'
import { withoutEmptyLines } from './control.js'
import { phraseAt, speakerOf } from './known-phrase.js'
import { withoutAnyTag, wordsOf } from './last-resort.js'
import { isTouched, scan } from './scan.js'
import { isForPeople, isForTheModel } from './sheet.js'
import { type Tokens, tokensOf } from './tokens.js'
import type { Vocabulary } from './vocabulary.js'
import { inkFrom } from './whitespace.js'

/** What a person reads where nothing is left to read. */
export const NOTHING_LEFT = '(system notice)'

/** How deep texts inside texts are read, before every tag in them goes. */
const DEEPEST = 3

export interface Settled {
  text: string
  parts: Part[]
}

/** Reads a text and the texts inside it with one vocabulary. */
export class Reader {
  /** The names of the rows that were taken out, in the order they were met. */
  readonly names = new Set<string>()
  readonly #vocabulary: Vocabulary

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /** Takes out what there is to take out: what is left stays as it is when it is read again. */
  settle(text: string, depth = 1): Settled {
    const tokens = tokensOf(text, this.#vocabulary.tags)
    const sheet = scan(text, tokens, {
      vocabulary: this.#vocabulary,
      names: this.names,
      tidy: (inner) => this.#tidy(inner, depth),
      bare: (inner) => this.#bare(inner),
    })
    if (!sheet) return { text, parts: [this.#plainPart(text)] }
    const { parts } = sheet
    const shown = sheet.text(isForPeople)
    if (shown.trim() === '') return this.#nothingShown(text, tokens, parts, sheet.text(isForTheModel), depth)
    if (this.#isSettled(shown)) return { text: shown, parts }
    // Parts that are fine by themselves make new tags or fences together.
    for (const part of parts) {
      if (!isForPeople(part)) continue
      part.text = withoutAnyTag(part.text, this.#vocabulary)
      if (part.text === '' && part.kind === 'task') part.text = NOTHING_LEFT
    }
    return { text: sheet.text(isForPeople) || NOTHING_LEFT, parts: parts.filter((part) => part.text !== '') }
  }

  /** Nothing is left but what was meant for the model alone: then that is read once more. */
  #nothingShown(text: string, tokens: Tokens, parts: Part[], hidden: string, depth: number): Settled {
    if (hidden !== '' && depth < DEEPEST) {
      return { text: new Reader(this.#vocabulary).settle(hidden, DEEPEST).text, parts }
    }
    const told = hidden === '' ? '' : wordsOf(text, this.#vocabulary, tokens)
    if (told !== '') return { text: told, parts }
    const [tag = ''] = this.names
    return { text: NOTHING_LEFT, parts: [...parts, { kind: 'notice', tag, text: NOTHING_LEFT }] }
  }

  /** A text that stood inside a block, read as a text of its own. */
  #tidy(inner: string, depth: number): string {
    if (inner === '' || this.#isQuiet(inner)) return withoutEmptyLines(inner)
    // What was cut out of it may have left empty lines.
    const calm = withoutEmptyLines(inner)
    if (depth >= DEEPEST) return this.#bare(calm)
    const { text } = this.settle(calm, depth + 1)
    return phraseAt(text, 0, this.#vocabulary.dropped)
      ? withoutAnyTag(text, this.#vocabulary) || NOTHING_LEFT
      : text
  }

  #isSettled(text: string): boolean {
    return this.#isQuiet(text) || !isTouched(text, this.#vocabulary, tokensOf(text, this.#vocabulary.tags))
  }

  /** Whether a short look tells that there is nothing to take out. */
  #isQuiet(text: string): boolean {
    return !text.includes('<') && phraseAt(text, inkFrom(text, 0), this.#vocabulary.dropped) === undefined
  }

  /** A text that stood inside a block, without any tag. */
  #bare(inner: string): string {
    const tokens = tokensOf(inner, this.#vocabulary.tags)
    const isClean = !isTouched(inner, this.#vocabulary, tokens)
    return (isClean ? inner : withoutAnyTag(inner, this.#vocabulary, tokens)).trim()
  }

  #plainPart(text: string): Part {
    const row = speakerOf(text, this.#vocabulary.kept)
    return row?.kind === 'notice' ? { kind: 'notice', tag: row.phrase, text } : { kind: 'text', text }
  }
}
