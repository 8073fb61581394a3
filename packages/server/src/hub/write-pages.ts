import type { PageBytes } from '../log/page.js'
import type { Subscriber } from './subscriber.js'

/**
 * Writes page after page to a subscriber, as fast as its socket takes them: one is read while the socket takes the one
 * before, and two pieces of memory take turns. `read` gets the page before, and memory to put the next one into.
 */
export async function writePages<P extends PageBytes>(
  subscriber: Subscriber,
  read: (last: P | undefined, memory: ArrayBuffer | undefined) => Promise<P>,
): Promise<void> {
  let next: Promise<P> | undefined = read(undefined, undefined)
  let written: ArrayBuffer | undefined
  while (next) {
    const page: P = (await Promise.all([next, subscriber.drained()]))[0]
    const { buffer, length } = page.bytes
    if (length > 0) subscriber.replay(Buffer.from(buffer, 0, length))
    next = page.more && !subscriber.closed ? read(page, written) : undefined
    written = buffer
  }
  await subscriber.drained()
}
