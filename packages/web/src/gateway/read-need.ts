import type { Client, Frame, SessionEvent } from '@signalbox/client'

const PAGE = 1000

/**
 * Why a session that waits needs a person, though nothing is asked any more: the last attention it raised. A gateway that
 * was restarted asks nothing of an agent it only watches, which may still wait at its terminal.
 */
export async function readNeed(
  client: Pick<Client, 'request'>,
  sessionId: string,
): Promise<string | undefined> {
  let message: string | undefined
  let cursor: number | null = 0
  while (cursor !== null) {
    const page: Frame<'events'> = await client.request({
      type: 'get_events',
      sessionId,
      types: ['attention_raised'],
      afterSeq: cursor,
      limit: PAGE,
    })
    const last = page.events.at(-1) as SessionEvent<'attention_raised'> | undefined
    message = last?.message ?? message
    cursor = page.next
  }
  return message
}
