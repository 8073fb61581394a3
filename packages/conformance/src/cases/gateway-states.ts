import { canMove, type SessionStatus } from '@signalbox/protocol'
import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'
import { STORY } from './codex-story.js'

const states = (events: readonly Frame[]) => events.filter(({ type }) => type === 'session_state')

/** What follows from one notify for a new session. */
async function only(context: Context, payload: object): Promise<Frame[]> {
  const name = context.name()
  await context.notify(name, payload)
  return context.events(name)
}

/** The seven states of sessions that are observed. */
export const gatewayStates: readonly ConformanceCase[] = [
  {
    id: 'gateway-transitions',
    verifies: ['GATEWAY-501', 'GATEWAY-505'],
    title: 'every step of a whole session is one the states allow, and is told as status',
    async run(context) {
      const name = context.name()
      let known: SessionStatus = 'inactive'
      let from = 0
      for (const payload of STORY) {
        await context.notify(name, payload)
        const events = await context.events(name, `after=${from}&limit=1000`)
        from = Number(events.at(-1)?.seq)
        const before: SessionStatus = known
        for (const { state } of states(events)) {
          expectThat(`${known} may become ${state}`, canMove(known, state as SessionStatus))
          known = state as SessionStatus
        }
        const { json } = await context.http({ path: sessionPath(name) })
        expectMatch('the session', json, { status: known })
        if (known === before) continue
        const told = events.filter(({ type }) => type === 'session_updated').at(-1)
        expectMatch(`session_updated after ${payload.type}`, told?.session, { status: known })
      }
    },
  },
  {
    id: 'gateway-observed',
    verifies: ['GATEWAY-502'],
    title: 'a request out of nothing: the states before it are put in',
    async run(context) {
      const events = await only(context, {
        type: 'approval-requested',
        'approval-type': 'exec',
        description: 'make',
      })
      const told = states(events).map(({ state }) => state)
      expectSame('the states', told, ['activating', 'ready', 'running', 'waiting'])
      expectMatch('the first two', states(events).slice(0, 2), is.each({ reason: 'observed' }))
      expectInOrder('the turn', events, [{ type: 'turn_started' }, { type: 'permission_requested' }])
    },
  },
  {
    id: 'gateway-turn-end-alone',
    verifies: ['GATEWAY-503'],
    title: 'a turn end out of nothing',
    async run(context) {
      const events = await only(context, { type: 'agent-turn-complete', 'last-assistant-message': 'Done.' })
      const [started, ended] = expectInOrder('the turn', events, [
        { type: 'turn_started', turnId: is.text },
        { type: 'turn_complete', finalText: 'Done.' },
        { type: 'session_state', state: 'ready' },
      ])
      expectMatch('one turn', ended?.turnId, started?.turnId)
    },
  },
  {
    id: 'gateway-turn-error',
    verifies: ['GATEWAY-504'],
    title: 'an error, and the way back with the next turn',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'turn-failed', 'turn-id': '1', message: 'no model' })
      await context.notify(name, { type: 'user-prompt-submit', 'turn-id': '2', prompt: 'Again' })
      expectInOrder('the way', await context.events(name), [
        { type: 'turn_error', code: is.oneOf('AGENT_ERROR', 'AGENT_DISCONNECTED', 'AGENT_TIMEOUT') },
        { type: 'session_state', state: 'error' },
        { type: 'session_state', state: 'activating' },
        { type: 'session_state', state: 'ready' },
        { type: 'turn_started' },
        { type: 'session_state', state: 'running' },
      ])
    },
  },
  {
    id: 'gateway-request-closed',
    verifies: ['GATEWAY-506'],
    title: 'a turn that ends while a request is open',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'approval-requested', 'turn-id': '1', description: 'make' })
      await context.notify(name, { type: 'agent-turn-complete', 'turn-id': '1' })
      const [asked, closed, cleared] = expectInOrder('the request', await context.events(name), [
        { type: 'permission_requested' },
        { type: 'request_closed', reason: is.oneOf('withdrawn', 'expired', 'resolved_elsewhere') },
        { type: 'attention_cleared' },
        { type: 'turn_complete' },
      ])
      expectMatch('the one that was closed', closed?.requestId, asked?.requestId)
      expectMatch('what needs nobody any more', cleared?.requestId, asked?.requestId)
    },
  },
]
