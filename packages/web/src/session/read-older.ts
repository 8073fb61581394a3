import type { Client, Frame, SessionEvent } from '@signalbox/client'

const PAGE = 200
const MOST_PER_CALL = 1000

export interface OlderPage {
  events: SessionEvent[]
  /** Everything kept after this number is in the page. */
  loadedAfter: number
}

/**
 * The page of events up to a number, that one included. The gateway reads forwards only, so a window is asked for;
 * one that holds nothing but numbers of live-only events is widened until it shows something.
 */
export async function readOlder(
  client: Pick<Client, 'request'>,
  sessionId: string,
  throughSeq: number,
): Promise<OlderPage> {
  for (let span = PAGE; ; span *= 2) {
    const loadedAfter = Math.max(0, throughSeq - span)
    const events = await readBetween(client, sessionId, loadedAfter, throughSeq)
    if (events.length > 0 || loadedAfter === 0) return { events, loadedAfter }
  }
}

/** What is kept of a session between two numbers, the second included. */
export async function readBetween(
  client: Pick<Client, 'request'>,
  sessionId: string,
  afterSeq: number,
  throughSeq: number,
): Promise<SessionEvent[]> {
  const events: SessionEvent[] = []
  let cursor: number | null = afterSeq
  while (cursor !== null && cursor < throughSeq) {
    const limit = Math.min(MOST_PER_CALL, throughSeq - cursor)
    const page: Frame<'events'> = await client.request({
      type: 'get_events',
      sessionId,
      afterSeq: cursor,
      limit,
    })
    events.push(...(page.events as unknown as SessionEvent[]).filter((event) => event.seq <= throughSeq))
    cursor = page.next
  }
  return events
}
