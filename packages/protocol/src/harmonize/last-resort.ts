import { withoutEmptyLines } from './control.js'
import { phraseAt } from './known-phrase.js'
import { type Token, tagStarts, tokensOf } from './token.js'
import type { Vocabulary } from './vocabulary.js'
import { inkFrom, lineEnd, paragraphEnd } from './whitespace.js'

/**
 * Takes out every known tag wherever it stands, quoted or not, and phrases that go. For texts made to grow new tags
 * each time some are taken out: what is left has none, however often it is read.
 */
export function withoutAnyTag(
  text: string,
  { tags, dropped }: Vocabulary,
  tokens: readonly Token[] = tokensOf(text, tags),
): string {
  let out = ''
  let from = 0
  for (const { start, end } of tokens) {
    if (start > from) out += (needsSpace(text, from, out) ? ' ' : '') + text.slice(from, start)
    from = end
  }
  if (from < text.length) out += (needsSpace(text, from, out) ? ' ' : '') + text.slice(from)
  let rest = withoutEmptyLines(out.includes('<') ? withoutTagStarts(out, tags) : out)
  for (;;) {
    const at = inkFrom(rest, 0)
    const row = phraseAt(rest, at, dropped)
    if (!row || row.extent === 'heading') return rest.trim()
    rest = rest.slice(row.extent === 'line' ? lineEnd(rest, at) : paragraphEnd(rest, at))
  }
}

/** Words that a tag stood between do not grow together. */
const needsSpace = (text: string, from: number, out: string) =>
  from > 0 && out !== '' && inkFrom(text, from) === from

/** Tags that came together only now lose the sign that makes them tags. */
function withoutTagStarts(text: string, tags: Vocabulary['tags']): string {
  let out = ''
  let from = 0
  for (const start of tagStarts(text, tags)) {
    out += `${text.slice(from, start)}‹`
    from = start + 1
  }
  return out + text.slice(from)
}
