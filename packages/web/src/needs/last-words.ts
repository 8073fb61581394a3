import type { HistoryItem } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'

/** What was said before an agent asked: the last prompt, and what the agent said to it. Empty where nothing was. */
export interface LastWords {
  prompt: string
  said: string
}

export const NO_WORDS: LastWords = { prompt: '', said: '' }

/** More is read in the session. */
const LONGEST = 280

/** The last words of a conversation, oldest first, as lines. */
export function lastWords(items: readonly HistoryItem[]): LastWords {
  const at = items.findLastIndex(({ role }) => role === 'user')
  const said = items
    .slice(at + 1)
    .findLast(({ role, content }) => role === 'assistant' && content.trim() !== '')
  return { prompt: line(items[at]?.content ?? '', 'start'), said: line(said?.content ?? '', 'end') }
}

/** Of a prompt its beginning tells most, of an answer its end: that is why it asks now. */
function line(text: string, kept: 'start' | 'end'): string {
  const part = kept === 'start' ? text.slice(0, LONGEST * 8) : text.slice(-LONGEST * 8)
  const letters = [...neutralise(part)]
  if (letters.length <= LONGEST) return letters.join('')
  return kept === 'start' ? `${letters.slice(0, LONGEST).join('')}…` : `…${letters.slice(-LONGEST).join('')}`
}
