import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import { type Context, notifyPath } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, Failure, held } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { Peer } from '../engine/peer.js'
import type { Target } from '../engine/target.js'

const JSON_TYPE = { 'content-type': 'application/json' }
const bash = { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'npm test' } }
const ALLOW = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }

/** What is none of the business of hooks. */
const REFUSED = [
  ['GET', '/api/sessions'],
  ['GET', '/api/requests'],
  ['GET', '/api/watch'],
  ['GET', '/api/watch/stream'],
  ['GET', '/api/watch/stream?dialect=codex-notify'],
  ['GET', '/api/activity/stream'],
  ['POST', '/api/requests/x/respond'],
  ['POST', '/api/sessions/x/listeners'],
  ['POST', '/api/pairing'],
] as const

/** The gateway, as the hooks of agents see it. */
function asHooks({ url, token }: Target, dataDir: string): Target {
  const line = readFileSync(join(dataDir, 'hook-authorization'), 'utf8')
  const [, own] = /^Authorization: Bearer (\S+)\n$/.exec(line) ?? []
  if (own === undefined || own === token)
    throw new Failure('hook-authorization should hold a token of its own')
  return { url, token: own, has: new Set() }
}

function hook(context: Context, target: Target, agent: string, payload: object, headers: object = {}) {
  const call = { method: 'POST', path: `/hooks/${agent}`, headers: { ...JSON_TYPE, ...headers } }
  return context.http({ ...call, body: { ...bash, ...payload } }, target)
}

/** Answers the pending request of a session, as soon as somebody waits for it again. */
async function answerPending(context: Context, target: Target, session: string): Promise<void> {
  const list = await context.http({ path: `/api/requests?session=${session}&status=pending` }, target)
  const [request] = (list.json as { requests: { requestId: string }[] }).requests
  const path = `/api/requests/${request?.requestId}/respond?session=${session}`
  const call = { method: 'POST', path, headers: JSON_TYPE, body: { approved: true } }
  for (;;) {
    const { status, json } = await context.http(call, target)
    if (status === 200) return
    expectMatch('the refusal', json, { code: 'agent_unavailable' })
  }
}

/** What agents find in the data directory, with nobody else around. */
export const hookToken: readonly ConformanceCase[] = [
  {
    id: 'hook-token',
    verifies: ['WATCH-420', 'WATCH-421', 'WATCH-408', 'WATCH-412'],
    title: 'the token of hooks, requests while nobody is there, and one that is held over a restart',
    needs: ['own'],
    beside: true,
    async run(context) {
      const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
      const poll = { 'x-signalbox-wait': 'poll' }
      try {
        const first = await context.startGateway({ dataDir })
        const owner: Target = { url: first.url, token: first.token, has: new Set() }
        const hooks = asHooks(owner, dataDir)
        const alone = { ...poll, 'x-signalbox-attended': '0' }
        for (const answer of [
          await hook(context, hooks, 'codex', { session_id: 'c1', turn_id: 't1' }, poll),
          await hook(context, hooks, 'claude', { session_id: 'c2', prompt_id: 'p1' }, alone),
          await hook(context, hooks, 'claude', { session_id: 'c3', hook_event_name: 'SessionStart' }),
        ]) {
          expectSame('it goes on', [answer.status, answer.text], [200, '{}'])
        }
        const told = await context.http(
          {
            method: 'POST',
            path: notifyPath('c4'),
            headers: JSON_TYPE,
            body: { session_id: 'c4', payload: { type: 'finish' } },
          },
          hooks,
        )
        expectMatch('notify', told.status, 204)
        const logs = { method: 'POST', path: '/v1/logs', headers: JSON_TYPE, body: {} }
        expectMatch('telemetry', (await context.http(logs, hooks)).status, 200)
        for (const [method, path] of REFUSED) {
          const body = method === 'POST' ? { body: {} } : {}
          const refused = await context.http({ method, path, headers: JSON_TYPE, ...body }, hooks)
          expectProblem(refused, { status: 403, code: 'forbidden' })
        }
        const upgrade = { headers: { authorization: `Bearer ${hooks.token}` } }
        expectMatch('/ws', await Peer.refusal(hooks, context.signal, upgrade), is.oneOf(401, 403))
        const peer = await context.connect({}, hooks)
        expectMatch('signing in', await peer.ask({ type: 'authenticate', token: hooks.token }), {
          type: 'error',
        })

        const { status, json } = await hook(
          context,
          hooks,
          'claude',
          { session_id: 'c5', prompt_id: 'p1' },
          poll,
        )
        expectMatch('held', [status, json], [202, { held: is.text }])
        const path = `/hooks/claude/held/${(json as { held: string }).held}`
        const cut = held(context.http({ path }, hooks))
        await first.stop()
        expectSame(
          'who waits is cut off',
          await cut.then(
            ({ text }) => text,
            () => 'cut',
          ),
          'cut',
        )
        const second = await context.startGateway({ dataDir })
        const again = { ...owner, url: second.url }
        const waiting = held(context.http({ path }, { ...hooks, url: second.url }))
        await answerPending(context, again, 'c5')
        const { text } = await waiting
        expectSame('the answer', text, JSON.stringify(ALLOW))
        await second.stop()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  },
]
