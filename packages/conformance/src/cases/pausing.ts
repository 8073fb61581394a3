import { ANY, type ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { Target } from '../engine/target.js'

const HELLO = { type: 'run_turn', text: 'Hello' }
const PAUSED = { type: 'error', code: 'Paused', message: 'paused' }
/** What pauses and resumes a session, and what says that it did. */
const STEPS = [
  ['pause', 'session_paused', true],
  ['resume', 'session_resumed', false],
] as const

/** When no turn starts. */
export const pausing: readonly ConformanceCase[] = [
  {
    id: 'pause-session',
    verifies: ['GATEWAY-228', 'GATEWAY-229', 'GATEWAY-216', 'GATEWAY-625', 'GATEWAY-810'],
    title: 'a paused session starts no turn and nothing for one; resumed, it does',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      for (const [change, answer, paused] of STEPS) {
        const wanted = { type: answer, sessionId: session.id, session: { id: session.id, paused } }
        expectMatch(change, await session.ask({ type: `${change}_session` }), wanted)
        const before = await session.kept()
        expectMatch(`${change} once more`, await session.ask({ type: `${change}_session` }), wanted)
        const path = `${sessionPath(session.id)}/${change}`
        const { status, json } = await context.http({ method: 'POST', path })
        expectMatch('the same over REST', { status, json }, { status: 200, json: { id: session.id, paused } })
        expectSame('the events', await session.kept(), before)
        if (!paused) continue
        expectMatch('a turn', await session.ask(HELLO), { code: 'Paused', message: 'thread is paused' })
        expectSame('nothing started', await session.kept(), before)
        const [snapshot] = await session.client.join({ sessionId: session.id })
        expectMatch('the snapshot', snapshot.session, { paused: true })
      }
      const turn = await session.run('demo:permission')
      const { requestId } = await session.frame({ type: 'permission_requested' })
      await session.ask({ type: 'pause_session' })
      await session.ask({ type: 'respond_permission', requestId, approved: true })
      expectMatch('the turn that runs', await session.end(turn), { type: 'turn_complete' })
      expectMatch('the next one', await session.ask(HELLO), { code: 'Paused' })
    },
  },
  {
    id: 'turn-archived',
    verifies: ['GATEWAY-626'],
    title: 'a session that was put away runs no turn until it is brought back',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      await session.ask({ type: 'archive_session' })
      const before = await session.kept()
      expectMatch('a turn', await session.ask(HELLO), { code: 'InvalidTransition', message: is.text })
      expectSame('nothing started', await session.kept(), before)
      await session.ask({ type: 'unarchive_session' })
      await session.run('Hello')
    },
  },
  {
    id: 'pause-gateway',
    verifies: [
      ...(['GATEWAY-230', 'GATEWAY-231', 'GATEWAY-232', 'GATEWAY-414', 'GATEWAY-627'] as const),
      ...(['GATEWAY-810', 'GATEWAY-217'] as const),
    ],
    title: 'a paused gateway starts no turn, lets what runs go on, takes events, and tells everyone',
    needs: ['own'],
    beside: true,
    async run(context) {
      const { url, token, stop } = await context.startGateway({})
      const target: Target = { url, token, has: new Set() }
      const [running, idle] = [
        await DrivenSession.make(context, {}, target),
        await DrivenSession.make(context, {}, target),
      ]
      const stranger = await context.connect({}, target)
      const over = async (method: string, path: string) => (await context.http({ method, path }, target)).json
      const turn = await running.run('demo:permission')
      const { requestId } = await running.frame({ type: 'permission_requested' })
      const ask = (type: string) => running.client.ask({ type })
      expectMatch('at first', await ask('get_gateway_state'), { type: 'gateway_state', state: 'running' })

      const paused = await ask('pause_gateway')
      expectMatch('paused', paused, { type: 'gateway_state', state: 'paused', pausedAt: is.number })
      const { ref: _, ...news } = paused
      expectSame('the other hears', await idle.client.frame({ type: 'gateway_state' }), news)
      expectMatch('once more', await ask('pause_gateway'), { state: 'paused', pausedAt: news.pausedAt })
      expectMatch('over REST', await over('GET', '/api/gateway'), {
        state: 'paused',
        pausedAt: news.pausedAt,
      })
      const before = await idle.kept()
      expectMatch('a turn', await idle.ask(HELLO), PAUSED)
      expectSame('nothing started', await idle.kept(), before)
      const name = context.name()
      const body = { session_id: name, payload: { type: 'x' } }
      const notify = { method: 'POST', path: `${sessionPath(name)}/notify`, body }
      const headers = { 'content-type': 'application/json' }
      expectMatch('an event', (await context.http({ ...notify, headers }, target)).status, 204)
      const approve = { type: 'respond_permission', requestId, approved: true }
      expectMatch('an answer', await running.ask(approve), { type: 'approval_resolved' })
      await running.end(turn)

      const resumed = await over('POST', '/api/gateway/resume')
      expectMatch('resumed', resumed, { state: 'running', resumedAt: is.number })
      expectMatch('once more', await ask('resume_gateway'), resumed as object)
      for (const { client } of [running, idle])
        await client.frame({ type: 'gateway_state', state: 'running' })
      await idle.run('Hello')
      const untold = idle.client.frames.filter(({ type }) => type === 'gateway_state')
      expectMatch('the other heard each once', untold, [{ state: 'paused' }, { state: 'running' }])
      expectThat(
        'who is not signed in heard nothing',
        stranger.frames.every(({ type }) => type !== 'gateway_state'),
      )
      await stop()
    },
  },
]
