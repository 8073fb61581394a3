import { type Item, ItemFold, Teller } from '@signalbox/protocol/telling'
import type { Log } from '../../../log/log.js'

const PAGE = 500

/** What a thread is made of, oldest first; with a limit the newest of it. */
export async function threadItems(
  { epoch, reader }: Pick<Log, 'epoch' | 'reader'>,
  sessionId: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const teller = new Teller(epoch)
  const fold = new ItemFold()
  for (let afterSeq = 0, more = true; more; ) {
    const page = await reader.read(sessionId, { afterSeq, limit: PAGE })
    for (const event of page.events) {
      teller.hear(event)
      for (const line of teller.lines()) fold.take(line)
      afterSeq = event.seq
    }
    more = page.more
  }
  const { items } = fold
  return items.slice(Math.max(0, items.length - limit))
}
