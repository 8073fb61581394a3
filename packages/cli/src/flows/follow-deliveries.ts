import type { Delivery, DeliveryStatus } from '@signalbox/protocol/flow'

export interface Following {
  /** Those there are, newest first; read as far as is needed. */
  read(): AsyncIterable<Delivery>
  /** So many are looked at each time, and more where more have come since. */
  least: number
  tell(delivery: Delivery): void
  /** There is nobody to ask any more, or there is again. */
  tellConnection(state: 'lost' | 'found'): void
  /** Whether asking again would not help. */
  isFinal(error: unknown): boolean
  /** Resolves when it is time to look again; rejects when nobody wants to know any more. */
  pause(signal: AbortSignal): Promise<unknown>
  signal: AbortSignal
}

/** What there was at the last look. */
interface Seen {
  /** The state of each by its id. */
  states: ReadonlyMap<string, string>
  /** The oldest of those that may change by themselves, else the newest: what is newer has to be looked at again. */
  border?: Delivery
}

/** However many have come, a look has an end: the next one is due. */
const MOST = 20_000
const OPEN: ReadonlySet<DeliveryStatus> = new Set(['pending', 'running'])

/**
 * Tells those there are, oldest first, and then each that is new or has changed, until it is left. Rejects when the first
 * look fails, so that a wrong address is told at once; later on it is a gateway that comes back.
 */
export async function followDeliveries(following: Following): Promise<void> {
  const { tell, tellConnection, pause, signal } = following
  let seen: Seen | undefined
  let isLost = false
  while (!signal.aborted) {
    const found = await look(following, seen)
    if (isLost !== (found === undefined)) tellConnection(isLost ? 'found' : 'lost')
    isLost = found === undefined
    if (found !== undefined) {
      const list = [...found].reverse()
      for (const delivery of list) if (seen?.states.get(delivery.id) !== stateOf(delivery)) tell(delivery)
      seen = seenIn(list)
    }
    await pause(signal).catch(() => undefined)
  }
}

/** Only those that can still be seen: what is gone from the list is not remembered for ever. Oldest first. */
function seenIn(list: readonly Delivery[]): Seen {
  const border = list.find(({ status }) => OPEN.has(status)) ?? list.at(-1)
  const states = new Map(list.map((delivery) => [delivery.id, stateOf(delivery)]))
  return { states, ...(border === undefined ? {} : { border }) }
}

/** Undefined while nobody answers. */
async function look(following: Following, seen: Seen | undefined): Promise<Delivery[] | undefined> {
  try {
    return await readFrom(following, seen)
  } catch (error) {
    if (seen === undefined || following.isFinal(error)) throw error
    return undefined
  }
}

/** As many as are looked at each time, and on to the border of what was seen; where that one is gone, to what is older. */
async function readFrom({ read, least }: Following, seen: Seen | undefined): Promise<Delivery[]> {
  const list: Delivery[] = []
  const border = seen?.border
  let isReached = seen === undefined
  for await (const delivery of read()) {
    const isOlder = border !== undefined && delivery.created_at < border.created_at
    if (isOlder && list.length >= least) break
    list.push(delivery)
    isReached ||= isOlder || delivery.id === border?.id
    if ((isReached && list.length >= least) || list.length >= MOST) break
  }
  return list
}

function stateOf({ status, attempts, updated_at }: Delivery): string {
  return `${status} ${attempts} ${updated_at}`
}
