import type { Client, SessionEvent } from '@signalbox/client'
import type { RequestEntry } from '@signalbox/protocol'
import { type LastWords, lastWords, TELLING } from './last-words.js'

/** Prompts and answers before which nobody looks. */
const RECENT = 4
const PAGE = 500
const MOST_PAGES = 4

/** Reads what was before a request. The gateway reads forwards only, so it begins a few prompts ago. */
export async function readLastWords(
  client: Pick<Client, 'history' | 'readEvents'>,
  { sessionId, since, data }: Pick<RequestEntry, 'sessionId' | 'since' | 'data'>,
): Promise<LastWords> {
  const { next } = await client.history(sessionId, { limit: RECENT })
  const events: SessionEvent[] = []
  let afterSeq: number | null = Math.max(0, (next ?? 0) - 1)
  for (let page = 0; afterSeq !== null && page < MOST_PAGES; page += 1) {
    const read = await client.readEvents(sessionId, { afterSeq, limit: PAGE, types: TELLING })
    events.push(...read.events)
    afterSeq = read.next
  }
  const toolCallId = typeof data.toolCallId === 'string' ? data.toolCallId : undefined
  return lastWords(events, { since, toolCallId })
}
