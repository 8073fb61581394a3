import type { Client, SessionEvent } from '@signalbox/client'
import type { BoardChange } from './board.js'
import { fetchAttention } from './fetch-attention.js'
import { fetchSessions } from './fetch-sessions.js'
import { readNeed } from './read-need.js'

/** More sessions than anybody waits for at once; a gateway takes 60 messages in 10 seconds. */
const MOST_NEEDS = 20

type Tell = (change: BoardChange) => void

/** How the board is read. */
export interface BoardReads {
  sessions: (cursor: null) => ReturnType<typeof fetchSessions>
  attention: () => ReturnType<typeof fetchAttention>
}

const READS: BoardReads = { sessions: fetchSessions, attention: () => fetchAttention() }

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
  let loads = 0

  async function load() {
    loads += 1
    const load = loads
    // Events that come while the list is read may be newer than it: they are told after it.
    held = held ?? []
    const [answer, attention] = await Promise.all([read.sessions(null), read.attention()])
    if (load !== loads) return
    tell(answer.kind === 'listed' ? { ...answer, type: 'listed', attention } : { type: answer.kind })
    for (const event of held ?? []) tell({ type: 'event', event })
    held = null
    if (answer.kind !== 'listed' || client.status.state !== 'live') return
    const asked = new Set(attention?.map(({ sessionId }) => sessionId))
    const unasked = answer.sessions.filter(({ id, status }) => status === 'waiting' && !asked.has(id))
    for (const { id } of unasked.slice(0, MOST_NEEDS)) tellNeed(client, id, tell)
  }

  const offs = [
    client.on('event', (event) => {
      if (held) held.push(event)
      else tell({ type: 'event', event })
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
      loads += 1
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
