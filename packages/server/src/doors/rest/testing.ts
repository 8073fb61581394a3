import { once } from 'node:events'
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { uuidv7Maker } from '@signalbox/protocol'
import { onTestFinished } from 'vitest'
import { startTestGateway, TEST_TOKEN } from '../../http/testing.js'
import { Hub } from '../../hub/hub.js'
import type { Log } from '../../log/log.js'
import type { DispatchSpan } from '../../log/records.js'
import { ingest, tempLog } from '../../log/testing.js'
import { LogRecords } from '../../logs/log-records.js'
import { OwnRecords } from '../../logs/own-records.js'
import { addActivityStream } from '../sse/activity-stream.js'
import { addLogStream } from '../sse/log-stream.js'
import { addNotificationsStream } from '../sse/notifications-stream.js'
import { OpenStreams } from '../sse/open-streams.js'
import { addSessionStream } from '../sse/session-stream.js'
import { addEventsDoor } from './events-door.js'
import { addLogsDoor } from './logs-door.js'
import { addNotifyDoor } from './notify-door.js'
import { addSessionsDoor } from './sessions-door.js'

/** The two examples of the notify contract, word for word. */
export const CODEX_EXAMPLE = {
  session_id: 'Codex 1',
  occurred_at: '2026-01-28T20:17:42Z',
  payload: { type: 'agent-turn-complete', turn_id: 'turn-42', model: 'gpt-5' },
  raw: '{"type":"agent-turn-complete","turn_id":"turn-42","model":"gpt-5"}',
  event_id: 'codex-notify:turn-42',
}
export const PLAN_EXAMPLE = {
  session_id: 'Codex 1',
  occurred_at: '2026-01-28T20:17:42Z',
  payload: {
    type: 'plan-L1-wip',
    plan_file: '.gestalt/plans/gestalt-notify.org',
    heading: 'Route session events via gestalt-notify',
    state: 'wip',
    level: 1,
  },
  event_id: 'manual:plan-L1-wip:gestalt-notify',
}
export const DEFAULT_PATH = '/api/sessions/Codex%201/notify'

export interface DoorsOptions {
  strict?: boolean
  /** Sessions that exist from the start, by their notify id. */
  sessions?: string[]
  /** Puts something between the doors and the log. */
  wrap?: (log: Log) => Log
  pingMs?: number
  /** Since when flows were in which state. */
  spans?: readonly DispatchSpan[]
}

/** The REST and SSE doors on a real socket in front of a real log; all gone with the test. */
export async function openDoors(options: DoorsOptions = {}) {
  const { strict = false, sessions = [], wrap = (log: Log) => log, pingMs, spans = [] } = options
  const { log, published } = await tempLog()
  for (const name of sessions) await log.commit(ingest(name, []))
  const hub = new Hub()
  log.onPublish((events) => hub.publish(events))
  const shown = wrap(log)
  const report = (error: unknown) => void gateway.faults.push(error)
  const own = new OwnRecords({
    ...{ notes: shown.notes, tenantId: 'local', now: Date.now },
    kept: { maxAgeMs: 3600_000, maxBytes: 1024 ** 2 },
  })
  const records = new LogRecords({
    log: { reader: shown.reader, onPublish: (listener) => log.onPublish(listener) },
    own,
    dispatch: () => spans,
    report,
  })
  let ids = 0
  const newId = uuidv7Maker(Date.now, (bytes) => bytes.fill(++ids))
  const streams = new OpenStreams({
    hub,
    now: Date.now,
    newId,
    report,
    ...(pingMs === undefined ? {} : { pingMs }),
  })
  const dispatch = () => ({ dispatch: 'queued' as const })
  const gateway = await startTestGateway({
    routes: (app) => {
      addNotifyDoor(app, { log: shown, strict, dispatch })
      addEventsDoor(app, { log: shown, strict, dispatch })
      addSessionsDoor(app, { log: shown })
      addSessionStream(app, { log: shown, hub, streams })
      addActivityStream(app, { log: shown, hub, streams })
      addLogsDoor(app, { log: shown, records })
      addLogStream(app, { log: shown, hub, streams, records, now: Date.now, report })
      addNotificationsStream(app, { log: shown, hub, streams })
    },
  })
  onTestFinished(async () => {
    streams.close()
    hub.close()
    await own.close()
    await gateway.close()
  })
  return { ...gateway, log, hub, published, streams, own, records }
}

export interface Sending {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * A request with the token and nothing else that is not asked for: no media type is made up for its body. It asks for
 * a connection that stays, as clients do, so that an answer reaches it while it is still sending.
 */
export function openRequest(port: number, { method = 'GET', path, headers = {} }: Sending): ClientRequest {
  const agent = new Agent({ keepAlive: true })
  const all = { authorization: `Bearer ${TEST_TOKEN}`, ...headers }
  const request = httpRequest({ host: '127.0.0.1', port, path, method, agent, headers: all })
  return request.once('close', () => agent.destroy())
}

export async function send(port: number, sending: Sending): Promise<Received> {
  const { body } = sending
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = openRequest(port, { ...sending, headers: { ...length, ...sending.headers } })
  request.end(body)
  return receive(request)
}

export async function receive(request: ClientRequest): Promise<Received> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  }
}

/** POSTs a notify envelope to the session it names. */
export function notify(
  port: number,
  envelope: { session_id: string } & Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Received> {
  return send(port, {
    method: 'POST',
    path: `/api/sessions/${encodeURIComponent(envelope.session_id)}/notify`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(envelope),
  })
}
