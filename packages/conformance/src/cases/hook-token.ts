import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import { type Context, notifyPath } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, Failure, held } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { OwnGateway } from '../engine/own-gateway.js'
import { Peer } from '../engine/peer.js'
import type { Target } from '../engine/target.js'
import { FLOW_DOORS } from './flow-doors.js'

const JSON_TYPE = { 'content-type': 'application/json' }
const bash = { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'npm test' } }
const POLL = { 'x-signalbox-wait': 'poll' }
/** Nobody sits in front of the agent. */
const ALONE = { 'x-signalbox-attended': '0' }
const ALLOW = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }

/** What is none of the business of hooks. */
const REFUSED = [
  ['GET', '/api/sessions'],
  ['GET', '/api/requests'],
  ['GET', '/api/watch'],
  ['GET', '/api/watch/stream'],
  ['GET', '/api/watch/stream?dialect=codex-notify'],
  ['GET', '/api/activity/stream'],
  ['GET', '/api/viewers'],
  ['GET', '/api/agents'],
  ['GET', '/api/doctor'],
  ['GET', '/api/devices'],
  ['POST', '/api/requests/x/respond'],
  ['POST', '/api/sessions/x/listeners'],
  ['POST', '/api/pairing'],
  ...FLOW_DOORS.flatMap(([path, methods]) => methods.map((method) => [method, path] as const)),
] as const

/** The gateway, as the hooks of agents see it. */
export function asHooks({ url, token }: Target, dataDir: string): Target {
  const line = readFileSync(join(dataDir, 'hook-authorization'), 'utf8')
  const [, own] = /^Authorization: Bearer (\S+)\n$/.exec(line) ?? []
  if (own === undefined || own === token)
    throw new Failure('hook-authorization should hold a token of its own')
  return { url, token: own, has: new Set() }
}

function post(context: Context, target: Target, path: string, body: object, headers: object = {}) {
  return context.http({ method: 'POST', path, headers: { ...JSON_TYPE, ...headers }, body }, target)
}

/** With nobody there who could answer, agents that would wait go on, and others as ever. */
async function expectNotHeld(context: Context, hooks: Target): Promise<void> {
  const start = { session_id: 'c3', hook_event_name: 'SessionStart' }
  for (const answer of [
    await post(context, hooks, '/hooks/codex', { ...bash, session_id: 'c1', turn_id: 't1' }, POLL),
    await post(context, hooks, '/hooks/claude', { ...bash, session_id: 'c2' }, { ...POLL, ...ALONE }),
    await post(context, hooks, '/hooks/claude', start, POLL),
  ]) {
    expectSame('it goes on', [answer.status, answer.text], [200, '{}'])
  }
}

async function expectNothingElse(context: Context, hooks: Target): Promise<void> {
  for (const [method, path] of REFUSED) {
    const body = method === 'GET' ? {} : { body: {} }
    const refused = await context.http({ method, path, headers: JSON_TYPE, ...body }, hooks)
    expectProblem(refused, { status: 403, code: 'forbidden' })
  }
  const peer = await context.connect({}, hooks)
  expectMatch('signing in', await peer.ask({ type: 'authenticate', token: hooks.token }), { type: 'error' })
}

/** Answers the pending request of a session, as soon as somebody waits for it again. */
async function answerPending(context: Context, target: Target, session: string): Promise<void> {
  const list = await context.http({ path: `/api/requests?session=${session}&status=pending` }, target)
  const [request] = (list.json as { requests: { requestId: string }[] }).requests
  const path = `/api/requests/${request?.requestId}/respond?session=${session}`
  for (;;) {
    const { status, json } = await post(context, target, path, { approved: true })
    if (status === 200) return
    expectMatch('the refusal', json, { code: 'agent_unavailable' })
  }
}

/** What agents find in the data directory, with nobody else around. */
export const hookToken: readonly ConformanceCase[] = [
  {
    id: 'hook-token',
    verifies: ['WATCH-420', 'WATCH-421', 'WATCH-408', 'WATCH-412', 'FLOW-603'],
    title: 'the token of hooks, requests while nobody is there, and one that is held over a restart',
    needs: ['own'],
    beside: true,
    async run(context) {
      const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
      const gateways: OwnGateway[] = []
      const started = async () => {
        const gateway = await context.startGateway({ dataDir })
        gateways.push(gateway)
        const owner: Target = { url: gateway.url, token: gateway.token, has: new Set() }
        return { owner, hooks: asHooks(owner, dataDir), stop: () => gateway.stop() }
      }
      try {
        const { hooks, stop } = await started()
        await expectNotHeld(context, hooks)
        const notified = { session_id: 'c4', payload: { type: 'finish' } }
        expectMatch('notify', (await post(context, hooks, notifyPath('c4'), notified)).status, 204)
        expectMatch('telemetry', (await post(context, hooks, '/v1/logs', {})).status, 200)
        await expectNothingElse(context, hooks)

        const { status, json } = await post(
          context,
          hooks,
          '/hooks/claude',
          { ...bash, session_id: 'c5' },
          POLL,
        )
        expectMatch('held', [status, json], [202, { held: is.text }])
        const path = `/hooks/claude/held/${(json as { held: string }).held}`
        const cut = held(context.http({ path }, hooks).then(({ text }) => text))
        await stop()
        expectSame('who waits is cut off', await cut.catch(() => 'cut'), 'cut')

        const again = await started()
        const waiting = held(context.http({ path }, again.hooks))
        await answerPending(context, again.owner, 'c5')
        expectSame('the answer', (await waiting).text, JSON.stringify(ALLOW))
        const upgrade = { headers: { authorization: `Bearer ${hooks.token}` } }
        expectMatch('/ws', await Peer.refusal(again.hooks, context.signal, upgrade), is.oneOf(401, 403))
      } finally {
        await Promise.all(gateways.map((gateway) => gateway.stop()))
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  },
]
