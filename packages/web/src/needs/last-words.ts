import type { SessionEvent } from '@signalbox/client'
import { toolFact } from '../show/facts.js'
import { neutralise } from '../text/neutralise.js'

/** What happened before an agent asked: the last prompt, what it did and said since. Empty where nothing was. */
export interface LastWords {
  prompt: string
  did: string
  said: string
}

export const NO_WORDS: LastWords = { prompt: '', did: '', said: '' }

/** What is read for it. */
export const TELLING = ['user_message', 'message_complete', 'tool_call'] as const

/** More is read in the session. */
const LONGEST = 280

interface Asked {
  since: number
  /** The call it asks about is no part of what was before. */
  toolCallId?: string | undefined
}

/** The last words before a request, as lines. `events` in their order. */
export function lastWords(events: readonly SessionEvent[], { since, toolCallId }: Asked): LastWords {
  let words = NO_WORDS
  for (const event of events) {
    if (event.ts > since) break
    if (event.type === 'user_message') words = { ...NO_WORDS, prompt: cut(event.content, 'start') }
    // What was said before the last call led to it.
    if (event.type === 'message_complete' && event.text.trim() !== '')
      words = { ...words, said: cut(event.text, 'end') }
    if (event.type === 'tool_call' && event.toolCallId !== toolCallId)
      words = { ...words, did: cut(toolFact(event.toolName, event.args), 'start') }
  }
  return words
}

/** Of a prompt its beginning tells most, of an answer its end: that is why it asks now. */
function cut(text: string, kept: 'start' | 'end'): string {
  const part = kept === 'start' ? text.slice(0, LONGEST * 8) : text.slice(-LONGEST * 8)
  const letters = [...neutralise(part)]
  if (letters.length <= LONGEST) return letters.join('')
  return kept === 'start' ? `${letters.slice(0, LONGEST).join('')}…` : `…${letters.slice(-LONGEST).join('')}`
}
