import type { Client, SessionEvent } from '@signalbox/client'
import type { GatewayState } from '@signalbox/protocol'
import { changesRequests, endsRequests } from '../board/request-book.js'
import type { BoardChange } from './board.js'
import { fetchAttention } from './fetch-attention.js'
import { fetchGateway } from './fetch-gateway.js'
import { fetchRequests } from './fetch-requests.js'
import { fetchSessions } from './fetch-sessions.js'
import { fetchWatch } from './fetch-watch.js'
import { readNeed } from './read-need.js'

/** More sessions than anybody waits for at once; a gateway takes 60 messages in 10 seconds. */
const MOST_NEEDS = 20

/** Agents whose gateway was restarted come back for their answers within a quarter of a minute, and nobody tells of it. */
const COME_BACK_MS = [2_000, 6_000, 16_000]
/** So many sessions are read by themselves: a filter over half of them would not tell the truth. */
const READ_BY_ITSELF = 5000

type Tell = (change: BoardChange) => void

/** How the board is read. */
export interface BoardReads {
  sessions: (cursor: string | null) => ReturnType<typeof fetchSessions>
  attention: () => ReturnType<typeof fetchAttention>
  watch: () => ReturnType<typeof fetchWatch>
  requests: () => ReturnType<typeof fetchRequests>
  gateway: () => ReturnType<typeof fetchGateway>
}

const READS: BoardReads = {
  sessions: (cursor) => fetchSessions(cursor),
  attention: () => fetchAttention(),
  watch: () => fetchWatch(),
  requests: () => fetchRequests(),
  gateway: () => fetchGateway(),
}

/**
 * Tells the list, then what the tenant's topic says of it, and the list again after every reconnect, for the topic is
 * not replayed.
 */
export function followBoard(
  client: Client,
  tell: Tell,
  read: BoardReads = READS,
): { reload: () => void; stop: () => void } {
  let held: SessionEvent[] | null = null
  /** What was heard of the gateway while the list was read: it is newer. */
  let heardGateway: GatewayState | undefined
  let loads = 0
  let stopped = false
  let timers: ReturnType<typeof setTimeout>[] = []

  function forgetTimers() {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }

  async function load() {
    loads += 1
    forgetTimers()
    const load = loads
    // Events that come while the list is read may be newer than it: they are told after it.
    held = held ?? []
    heardGateway = undefined
    const [answer, attention, watch, requests, gateway] = await Promise.all([
      read.sessions(null),
      read.attention(),
      read.watch(),
      read.requests(),
      read.gateway(),
    ])
    if (load !== loads) return
    const listed = {
      ...({ type: 'listed', attention, watch, requests } as const),
      gateway: heardGateway ?? gateway,
    }
    tell(answer.kind === 'listed' ? { ...answer, ...listed } : { type: answer.kind })
    const late = held ?? []
    held = null
    for (const event of late) hear(event)
    if (requests?.pending.some(({ answerable }) => answerable === false))
      timers = COME_BACK_MS.map((ms) => setTimeout(() => void readRequests(), ms))
    if (answer.kind === 'listed') void readOn(load, answer.next, answer.sessions.length)
    if (answer.kind !== 'listed' || client.status.state !== 'live') return
    const asked = new Set(attention?.map(({ sessionId }) => sessionId))
    const unasked = answer.sessions.filter(({ id, status }) => status === 'waiting' && !asked.has(id))
    for (const { id } of unasked.slice(0, MOST_NEEDS)) tellNeed(client, id, tell)
  }

  /** The pages after the first, until a newer list is read. */
  async function readOn(load: number, next: string | null, count: number) {
    if (next === null || count >= READ_BY_ITSELF) return
    const answer = await read.sessions(next)
    if (load !== loads || answer.kind !== 'listed') return
    tell({ ...answer, type: 'more' })
    await readOn(load, answer.next, count + answer.sessions.length)
  }

  function hear(event: SessionEvent) {
    tell({ type: 'event', event })
    if (endsRequests(event)) endings.push(event)
    if (changesRequests(event)) void readRequests()
  }

  /** One reading at a time: what changes while it goes on is read once more. */
  let reading = false
  let changed = false
  /** What ended since the reading began: what is read may not know it yet. */
  let endings: SessionEvent[] = []
  async function readRequests() {
    changed = true
    if (reading) return
    reading = true
    while (changed && !stopped) {
      changed = false
      endings = []
      const load = loads
      const requests = await read.requests()
      // A list that was read meanwhile may be newer.
      if (load !== loads) changed = true
      else if (requests && !stopped) {
        // Told also where more has changed since: among many agents something always has.
        tell({ type: 'requests', requests })
        for (const event of endings) tell({ type: 'event', event })
      }
    }
    reading = false
    endings = []
  }

  const offs = [
    client.on('event', (event) => {
      if (held) held.push(event)
      else hear(event)
    }),
    client.on('gateway', (gateway) => {
      if (held) heardGateway = gateway
      else tell({ type: 'gateway', gateway })
    }),
    client.on('status', (status) => {
      if (status.state === 'live') load()
      if (status.state === 'offline' && status.reason?.code === 'NOT_AUTHENTICATED')
        tell({ type: 'unpaired' })
    }),
  ]
  load()
  return {
    reload: load,
    stop() {
      stopped = true
      loads += 1
      forgetTimers()
      for (const off of offs) off()
    },
  }
}

async function tellNeed(client: Client, sessionId: string, tell: Tell): Promise<void> {
  try {
    const message = await readNeed(client, sessionId)
    if (message !== undefined) tell({ type: 'need', sessionId, message })
  } catch {
    // Lost or gone meanwhile: the next list asks again.
  }
}
