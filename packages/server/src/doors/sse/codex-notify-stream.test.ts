import { formatLogCursor, parseLogCursor, uuidv7Maker } from '@signalbox/protocol'
import { CODEX_EVENTS } from '@signalbox/protocol/watch'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODEX_NOTIFY_TYPES } from '../../dialects/codex-notify.js'
import { LogPulse } from '../../forward/log-pulse.js'
import { startTestGateway } from '../../http/testing.js'
import { Hub } from '../../hub/hub.js'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { draft, ingest } from '../../log/testing.js'
import { addNotifyDoor } from '../rest/notify-door.js'
import { notify, openRequest, send } from '../rest/testing.js'
import { openCodexNotifyStream } from './codex-notify-stream.js'
import { OpenStreams } from './open-streams.js'
import { type Block, StreamReader } from './testing.js'

const PATH = '/api/watch/stream?dialect=codex-notify'
const replayed = ({ event }: Block) => event === 'replay_complete'
const isTold = ({ data, event }: Block) => data !== undefined && event === undefined
const typeOf = ({ data }: Block) => (JSON.parse(data ?? '{}') as { type: string }).type

const EXAMPLES = Object.values(CODEX_EVENTS).map(({ example }) => example)
/** Each test has a thread of its own, and reads from where it begins. */
let thread = ''
let start = 0
let tests = 0
const exampleOf = (type: string) => {
  const example = EXAMPLES.find((one) => one.type === type) ?? { type }
  return { ...example, 'thread-id': thread }
}
/** One turn, in the order of things. */
const TURN = [
  'session-start',
  'user-prompt-submit',
  'approval-requested',
  'approval-response',
  'agent-turn-complete',
  'session-end',
]

const shared = sharedLog()

async function open() {
  const { log } = shared
  const hub = new Hub()
  log.onPublish((events) => hub.publish(events))
  const pulse = new LogPulse(log, CODEX_NOTIFY_TYPES)
  let ids = 0
  const newId = uuidv7Maker(Date.now, (bytes) => bytes.fill(++ids))
  const streams = new OpenStreams({ hub, now: Date.now, newId })
  const gateway = await startTestGateway({
    routes: (app) => {
      addNotifyDoor(app, { log, strict: false, dispatch: () => ({ dispatch: 'queued' }) })
      app.get('/api/watch/stream', { config: { stream: true } }, async (request, reply) =>
        openCodexNotifyStream({ log, hub, streams, pulse }, request, reply),
      )
    },
  })
  const { port } = gateway
  const listen = (query = '', headers: Record<string, string> = {}) =>
    StreamReader.open(openRequest(port, { path: `${PATH}${query}`, headers }))
  const tell = (type: string) => notify(port, { session_id: thread, payload: exampleOf(type) })
  const close = async () => {
    streams.close()
    hub.close()
    await gateway.close()
  }
  return { log, port, listen, tell, streams, close }
}

let opened: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  opened = await open()
})
afterAll(() => opened.close())
beforeEach(() => {
  thread = `thread-${++tests}`
  start = shared.log.head
})

describe('GET /api/watch/stream?dialect=codex-notify', () => {
  it('says what happens as the notify program of Codex would be told', async () => {
    const { listen, tell } = opened
    const stream = await listen()
    await stream.until(replayed)
    for (const type of TURN) await tell(type)
    const blocks = await stream.until((block) => isTold(block) && typeOf(block) === 'session-end')
    const lines = blocks.filter(isTold).map(({ data }) => data)
    expect(lines).toEqual(TURN.map((type) => JSON.stringify(exampleOf(type))))
  })

  it('goes on after any of them where it was cut, also in the middle of a turn', async () => {
    const { listen, tell, log } = opened
    for (const type of TURN) await tell(type)
    const all = (await (await listen(`&after=${start}`)).until(replayed)).filter(isTold)
    expect(all.map(typeOf)).toEqual(TURN)
    for (const [place, { id }] of all.entries()) {
      expect(parseLogCursor(id ?? '')).toMatchObject({ epoch: log.epoch })
      const rest = (await (await listen('', { 'last-event-id': id ?? '' })).until(replayed)).filter(isTold)
      expect(rest).toEqual(all.slice(place + 1))
    }
  })

  it('tells sessions of Codex only, unless all are asked for', async () => {
    const { listen, log } = opened
    const ready = [draft('session_state', { state: 'ready' })]
    await log.commit(ingest('Other', ready))
    expect((await (await listen(`&after=${start}`)).until(replayed)).filter(isTold)).toEqual([])
    const all = (await (await listen(`&after=${start}&agent=all`)).until(replayed)).filter(isTold)
    expect(all.map(typeOf)).toEqual(['session-start'])
  })

  it('says that a cursor of another log means nothing here', async () => {
    const { listen, tell, log } = opened
    await tell('session-start')
    const foreign = formatLogCursor({ epoch: [...log.epoch].reverse().join(''), offset: 3 })
    const blocks = await (await listen('', { 'last-event-id': foreign })).until(replayed)
    expect(blocks.find(({ event }) => event === 'gap')?.data).toMatch(/"reason":"epoch"/)
    expect(blocks.filter(isTold).map(typeOf).at(-1)).toBe('session-start')
  })

  it('refuses what it does not understand', async () => {
    const { port } = opened
    for (const query of ['&agent=claude', '&after=x', '&session=1'])
      expect((await send(port, { path: `${PATH}${query}` })).status).toBe(400)
  })

  it('ends with the gateway', async () => {
    const { listen, streams } = opened
    const stream = await listen()
    await stream.until(replayed)
    streams.close('over')
    expect((await stream.until(({ event }) => event === 'server_shutdown')).at(-1)?.data).toMatch(/over/)
    expect(await stream.next()).toBeUndefined()
  })
})
