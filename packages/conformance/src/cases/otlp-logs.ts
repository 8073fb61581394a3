import { gzipSync } from 'node:zlib'
import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import type { Call } from '../engine/http-call.js'
import { theOnly } from './signalling.js'
import { Terminal } from './terminal.js'

type Told = Readonly<Record<string, string>>

/** Telemetry as Codex sends it. */
function records(...told: readonly Told[]): object {
  const logRecords = told.map((one) => ({
    attributes: Object.entries(one).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  }))
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }
}

const decision = (thread: string, more: Told = {}): Told => ({
  'event.name': 'codex.tool_decision',
  'conversation.id': thread,
  call_id: 'call_1',
  decision: 'approved',
  source: 'User',
  ...more,
})

function send(context: Context, body: NonNullable<Call['body']>, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return context.http({ method: 'POST', path: '/v1/logs', headers: { ...type, ...headers }, body })
}

/** The telemetry of Codex: it tells how a person decided in the terminal. */
export const otlpLogs: readonly ConformanceCase[] = [
  {
    id: 'logs-decision',
    verifies: ['WATCH-501', 'WATCH-502', 'WATCH-409'],
    title:
      'records nobody knows, a rule that decided, then a person: approved, and denied in another session',
    async run(context) {
      await context.client()
      for (const [said, approved] of [
        ['approved_for_session', true],
        ['denied', false],
      ] as const) {
        const codex = new Terminal(context, 'codex')
        const bash = { tool_name: 'Bash', tool_input: { command: 'touch a' } }
        await codex.tell('PreToolUse', { ...bash, tool_use_id: 'call_1' })
        const asked = await codex.ask('PermissionRequest', bash)
        const nothing = records(
          { 'event.name': 'of.tomorrow' },
          {},
          decision(context.name()),
          decision(codex.name, { call_id: 'call_2' }),
          decision(codex.name, { source: 'Config' }),
        )
        for (const body of [nothing, {}, { resourceLogs: [{ of: 'tomorrow' }] }]) {
          expectMatch('the answer', await send(context, body), { status: 200, json: { partialSuccess: {} } })
        }
        expectMatch('it is pending', await codex.requests(), [{ status: 'pending' }])
        const body = gzipSync(JSON.stringify(records(decision(codex.name, { decision: said }))))
        expectMatch('zipped', (await send(context, body, { 'content-encoding': 'gzip' })).status, 200)
        expectSame('who waits is let go', (await asked.answer).text, '{}')
        await send(context, records(decision(codex.name, { decision: approved ? 'denied' : 'approved' })))
        const by = { userId: 'terminal', via: 'codex' }
        expectMatch('the answer', theOnly('approval_resolved', await codex.events()), { approved, by })
        expectMatch('the request', await codex.requests(), [{ outcome: approved ? 'approved' : 'denied' }])
      }
    },
  },
  {
    id: 'logs-refused',
    verifies: ['WATCH-503'],
    title: 'other media types and encodings, what is no JSON object, no token',
    needs: ['open', 'token'],
    async run(context) {
      const unsupported = { status: 415, code: 'unsupported_media_type' }
      for (const type of ['application/x-protobuf', 'application/protobuf', 'text/plain']) {
        expectProblem(await send(context, Buffer.from([10, 0]), { 'content-type': type }), unsupported)
      }
      expectProblem(await send(context, '{}', { 'content-encoding': 'br' }), unsupported)
      const invalid = { status: 400, code: 'invalid_request' }
      for (const body of ['[]', '{"resourceLogs":', '']) expectProblem(await send(context, body), invalid)
      expectProblem(await send(context, 'not zipped', { 'content-encoding': 'gzip' }), invalid)
      const call = { method: 'POST', path: '/v1/logs', headers: { 'content-type': 'application/json' } }
      const anonymous = await context.http({ ...call, body: '{}', anonymous: true })
      expectProblem(anonymous, { status: 401, code: 'unauthorized' })
    },
  },
]
