import { inkFrom } from './block-ends.js'
import { lineEnd, paragraphEnd, phraseAt } from './known-phrase.js'
import { tagStarts, tokensOf } from './token.js'
import type { Vocabulary } from './vocabulary.js'

/**
 * Takes out every known tag wherever it stands, quoted or not, and phrases that go. For texts made to grow new tags
 * each time some are taken out: what is left has none, however often it is read.
 */
export function withoutAnyTag(text: string, { tags, phrases }: Vocabulary): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of tokensOf(text, tags)) {
    pieces.push(text.slice(from, start))
    from = end
  }
  pieces.push(text.slice(from))
  let rest = withoutTagStarts(pieces.join(' '), tags)
  for (;;) {
    const at = inkFrom(rest, 0)
    const row = phraseAt(rest, at, phrases)
    if (row?.action !== 'drop' || row.extent === 'heading') return rest.trim()
    rest = rest.slice(row.extent === 'line' ? lineEnd(rest, at) : paragraphEnd(rest, at))
  }
}

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
