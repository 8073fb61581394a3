import { withoutEmptyLines } from './control.js'
import { phraseAt } from './known-phrase.js'
import { type Tokens, tagStarts, tokensOf } from './tokens.js'
import type { Vocabulary } from './vocabulary.js'
import { inkFrom, lastInkBefore, lineEnd, paragraphEnd } from './whitespace.js'

/**
 * Takes out every known tag wherever it stands, quoted or not, and phrases that go. For texts made to grow new tags
 * each time some are taken out: what is left has none, however often it is read.
 */
export function withoutAnyTag(text: string, vocabulary: Vocabulary, tokens?: Tokens): string {
  return withoutPhrases(text, vocabulary, tokens).rest
}

/** The same, but paragraphs that go stay if there is nothing else. */
export function wordsOf(text: string, vocabulary: Vocabulary, tokens?: Tokens): string {
  const { rest, paragraphs } = withoutPhrases(text, vocabulary, tokens)
  return rest || paragraphs.join('\n\n')
}

function withoutPhrases(text: string, vocabulary: Vocabulary, tokens: Tokens | undefined) {
  const paragraphs: string[] = []
  let rest = withoutTags(text, vocabulary, tokens)
  for (;;) {
    const row = phraseAt(rest, 0, vocabulary.dropped)
    if (!row || row.extent === 'heading') return { rest, paragraphs }
    const end = row.extent === 'line' ? lineEnd(rest, 0) : paragraphEnd(rest, 0)
    if (row.extent === 'paragraph') paragraphs.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
}

/** Takes out every known tag wherever it stands. */
function withoutTags(text: string, { tags }: Vocabulary, tokens: Tokens = tokensOf(text, tags)): string {
  let out = ''
  let from = 0
  for (let index = 0; index <= tokens.count; index++) {
    const to = Math.min(tokens.start(index), text.length)
    if (to > from)
      out +=
        (out !== '' && isBetweenWords(text, from, tokens.start(index - 1)) ? ' ' : '') + text.slice(from, to)
    from = tokens.end(index)
  }
  return withoutEmptyLines(out.includes('<') ? withoutTagStarts(out, tags) : out).trim()
}

/** Words that a tag stood between do not grow together. */
const isBetweenWords = (text: string, from: number, before: number) =>
  inkFrom(text, from) === from && lastInkBefore(text, before) === before - 1

/** Tags lose the sign that makes them tags: those that came together only now, for instance. */
export function withoutTagStarts(text: string, tags: Vocabulary['tags']): string {
  let out = ''
  let from = 0
  for (const start of tagStarts(text, tags)) {
    out += `${text.slice(from, start)}‹`
    from = start + 1
  }
  return out + text.slice(from)
}
