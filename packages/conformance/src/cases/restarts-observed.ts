import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import { type Context, notifyPath, sessionPath } from '../engine/context.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Peer } from '../engine/peer.js'
import type { Target } from '../engine/target.js'
import type { Frame } from '../engine/witness.js'

/** What was last told of a session from outside, and whether that may be otherwise after a restart. */
const SESSIONS = [
  ['waiting', { type: 'approval-requested', 'turn-id': '1', description: 'make' }, true],
  ['running', { type: 'user-prompt-submit', 'turn-id': '1', prompt: 'Fix it' }, true],
  ['ready', { type: 'session-start', cwd: '/home/me/shop' }, true],
  ['inactive', { type: 'session-end' }, false],
  ['error', { type: 'turn-failed', 'turn-id': '1', message: 'no model' }, false],
] as const

/** These sessions have nobody who would ask for an answer again. */
const NOBODY_RETURNS = { hold: { returnMs: 0 } }

interface Watched {
  name: string
  status: (typeof SESSIONS)[number][0]
  stale: true | typeof is.absent
  before: Frame
}

async function tell(context: Context, target: Target, session: string, payload: object): Promise<void> {
  const body = { session_id: session, payload }
  const headers = { 'content-type': 'application/json' }
  const { status } = await context.http({ method: 'POST', path: notifyPath(session), headers, body }, target)
  expectMatch('the answer', status, 204)
}

/** The session as both lists and the single look have it. */
async function shown(context: Context, target: Target, client: Peer, id: unknown): Promise<unknown[]> {
  const { sessions } = await client.ask({ type: 'list_sessions', limit: 100 })
  const listed = await context.http({ path: '/api/sessions?limit=100' }, target)
  const one = await context.http({ path: sessionPath(String(id)) }, target)
  const lists = [sessions, (listed.json as Frame).sessions] as Frame[][]
  return [...lists.map((list) => list.find((session) => session.id === id)), one.json]
}

async function watch(context: Context, target: Target): Promise<Watched[]> {
  const client = await context.client(target)
  const watched = SESSIONS.map(async ([status, payload, stale]): Promise<Watched> => {
    const name = context.name()
    await tell(context, target, name, payload)
    const [before] = await client.join({ sessionId: name })
    expectMatch('before', before.session, { status, stale: is.absent })
    return { name, status, stale: stale ? true : is.absent, before }
  })
  return Promise.all(watched)
}

/** As it was left, what it asked closed; then it is heard of again. */
async function comesBack(context: Context, target: Target, watched: Watched): Promise<void> {
  const { name, status, stale, before } = watched
  const { sessionId, epoch, lastSeq: afterSeq, currentTurn } = before
  const [client, idle] = [await context.client(target), await context.client(target)]
  const [snapshot, ...replay] = await client.join({ sessionId, afterSeq, epoch })
  expectMatch(`the snapshot, ${status}`, snapshot, {
    session: { status, stale },
    currentTurn: currentTurn as object | null,
    pendingRequests: [],
    attention: [],
  })
  expectMatch('the lists', await shown(context, target, client, sessionId), is.each({ status, stale }))
  const missed = replay.filter(({ seq }) => seq !== undefined)
  const [request] = before.pendingRequests as Frame[]
  const requestId = request?.requestId
  const reason = 'gateway_restarted'
  const ends = [
    { type: 'request_closed', requestId, reason },
    { type: 'attention_cleared', requestId, reason },
    // Its agent still waits, but for nobody here.
    { type: 'watch_state', state: 'waiting', requestId: is.absent },
  ]
  expectMatch('what was missed', missed, request ? ends : [])
  expectNone('it goes on', missed, { type: is.oneOf('turn_error', 'session_state') })
  if (stale !== true) return
  const heard = client.frames.length
  await tell(context, target, name, { type: 'something' })
  const event = await client.frame({ type: 'notify_event', sessionId }, heard)
  const updated = await client.frame({ type: 'session_updated', sessionId }, heard)
  expectMatch('what is told', updated, {
    seq: is.atLeast(Number(event.seq)),
    session: { status, stale: is.absent },
  })
  expectSame('everyone is told', await idle.frame({ type: 'session_updated', sessionId }), updated)
  const [after] = await client.join({ sessionId })
  expectMatch('it is heard of again', after.session, { stale: is.absent })
  expectMatch('also in lists', await shown(context, target, client, sessionId), is.each({ stale: is.absent }))
}

/** A gateway that is killed while agents work in terminals of their own: they live on. */
export const restartsObserved: readonly ConformanceCase[] = [
  {
    id: 'restart-observed',
    verifies: ['GATEWAY-695', 'GATEWAY-696', 'GATEWAY-697', 'GATEWAY-315'],
    title: 'killed while sessions are watched: they stay as they were, stale until they are heard of again',
    needs: ['own'],
    beside: true,
    async run(context) {
      const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
      const started = async () => {
        const { url, token, kill, stop } = await context.startGateway({ dataDir, config: NOBODY_RETURNS })
        const target: Target = { url, token, has: new Set() }
        return { target, kill, stop }
      }
      try {
        const first = await started()
        const watched = await watch(context, first.target)
        await first.kill()
        const { target, stop } = await started()
        await Promise.all(watched.map((one) => comesBack(context, target, one)))
        await stop()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  },
]
