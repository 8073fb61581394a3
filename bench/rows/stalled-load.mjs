import { Door } from '../../scripts/gateway/door.mjs'
import { sessionNames } from '../load/event-text.mjs'
import { openSessions } from '../open-sessions.mjs'

export const STALLED = 10
/** Only those that never read join it: what goes there fills what the kernel would hold for them. */
const FILLER = 'filler'
/** More than the kernel holds for one connection, less than that and the gateway's own budget. */
const FILLING = { events: 12, bytes: 512 * 1024 }
const SESSIONS = 16

export const sessions = sessionNames(SESSIONS)

/** To be called before anybody joins: everyone hears of a new session. @param {{port: number, token: string}} server */
export function openAll(server) {
  return openSessions(server, [...sessions, FILLER])
}

/**
 * Subscribers that never read. The kernel would hide them for a while; so it is filled first, and from then on the
 * gateway has to hold what it has for them.
 * @param {import('../context.mjs').Context} context @param {import('../context.mjs').Server} server
 */
export function stalledLoad(context, { port, token }) {
  const stalled = context.load('./load/stalled.mjs', {
    port,
    token,
    subscribers: STALLED,
    sessions: [...sessions, FILLER],
  })
  return {
    async connect() {
      await stalled.ask('connect')
      const door = new Door(port, token)
      const payload = { type: 'note', text: 'x'.repeat(FILLING.bytes) }
      for (let event = 0; event < FILLING.events; event += 1) {
        const body = JSON.stringify({ session_id: FILLER, payload })
        const { status, text } = await door.post(`/api/sessions/${FILLER}/notify`, body)
        if (status !== 204) throw new Error(`filling was answered ${status}: ${text}`)
      }
      door.close()
    },
    end: () => stalled.ask('end'),
  }
}

/** How many WebSockets the gateway has open, as it says itself. @param {{port: number, token: string}} server */
export async function openConnections({ port, token }) {
  const door = new Door(port, token)
  const { text } = await door.get('/metrics')
  door.close()
  const count = /^signalbox_ws_connections (\d+)$/m.exec(text)?.[1]
  if (count === undefined) throw new Error('/metrics does not tell signalbox_ws_connections')
  return Number(count)
}
