import { checkEnvelope, type Event, type JsonObject } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { ingest, readEvents, tempLog } from '../log/testing.js'
import { type Notify, NotifyIntake } from './notify-intake.js'

const thread = 'b5f6c1c2-1111-2222-3333-444455556666'
const turn = (id: string) => ({ 'thread-id': thread, 'turn-id': id })

function told(session: string, payload: JsonObject & { type: string }): Notify {
  const envelope = checkEnvelope({ session_id: session, payload }, { strict: false })
  return { envelope, payload: JSON.stringify(payload) }
}

/** Tells the payloads one after the other and gives back what became of them. */
async function story(payloads: (JsonObject & { type: string })[]) {
  const { log } = await tempLog()
  const intake = new NotifyIntake({ log, strict: false })
  let sessionId = ''
  for (const payload of payloads) ({ sessionId } = await intake.take('local', told('Codex 1', payload)))
  const events = await readEvents(log, sessionId)
  const state = await log.snapshot(sessionId)
  const history = await log.reader.history(sessionId, null, 50)
  const of = (type: Event['type']) => events.filter((event) => event.type === type)
  return {
    log,
    sessionId,
    events,
    state,
    history: history.items.map(({ role, content }) => [role, content]),
    of,
  }
}

const PROMPT = { type: 'user-prompt-submit', ...turn('1'), cwd: '/p', prompt: 'Fix the bug' }
const COMPLETE = {
  type: 'agent-turn-complete',
  ...turn('1'),
  cwd: '/p',
  'input-messages': ['Fix the bug'],
  'last-assistant-message': 'Fixed.',
}

describe('a Codex session as notify tells it', () => {
  it('is followed from start to end', async () => {
    const { state, history, of, log, sessionId, events } = await story([
      { type: 'session-start', 'thread-id': thread, cwd: '/p', pid: 1 },
      PROMPT,
      { type: 'approval-requested', ...turn('1'), 'approval-type': 'exec', description: 'cargo build' },
      { type: 'approval-response', ...turn('1'), approved: true },
      COMPLETE,
      { type: 'session-end', 'thread-id': thread },
    ])
    expect(of('session_state').map(({ data }) => JSON.parse(data).state)).toEqual(
      'activating ready running waiting running ready inactive'.split(' '),
    )
    expect(state).toMatchObject({ turn: null, requests: [], attention: [] })
    expect(state?.meta).toMatchObject({ name: 'Codex 1', agentType: 'codex', cwd: '/p', status: 'inactive' })
    expect(await log.reader.resolve('local', thread)).toBe(sessionId)
    expect(history).toEqual([
      ['user', 'Fix the bug'],
      ['assistant', 'Fixed.'],
    ])
    const [started] = of('turn_started')
    expect(started?.source).toMatchObject({ agent: 'codex', nativeId: '1' })
    for (const type of ['user_message', 'permission_requested', 'turn_complete'] as const) {
      expect(of(type).map(({ turnId }) => turnId)).toEqual([started?.turnId])
    }
    const notifies = new Set(of('notify_event').map(({ id }) => id))
    expect(events.filter(({ causeId }) => causeId !== undefined && !notifies.has(causeId))).toEqual([])
  })

  it('can begin anywhere', async () => {
    const { state, history, of } = await story([COMPLETE])
    expect([of('turn_started').length, of('turn_complete').length]).toEqual([1, 1])
    expect(state?.meta).toMatchObject({ status: 'ready', agentType: 'codex', cwd: '/p' })
    expect(history).toEqual([
      ['user', 'Fix the bug'],
      ['assistant', 'Fixed.'],
    ])
  })

  it('has each turn once, in whatever order and however often it is told', async () => {
    const orders = [
      [PROMPT, PROMPT, COMPLETE, COMPLETE],
      [COMPLETE, PROMPT, COMPLETE],
      [COMPLETE, { type: 'turn-failed', ...turn('1'), message: 'x' }, PROMPT],
    ]
    for (const order of orders) {
      const { state, of } = await story(order)
      expect([of('turn_started').length, of('turn_complete').length, of('turn_error').length]).toEqual([
        1, 1, 0,
      ])
      expect(of('user_message')).toHaveLength(1)
      expect(state).toMatchObject({ turn: null, meta: { status: 'ready' } })
    }
  })

  it('keeps turns of the same number apart when the thread is another', async () => {
    const { of } = await story([COMPLETE, { ...COMPLETE, 'thread-id': 'another' }])
    expect([of('turn_started').length, of('turn_complete').length, of('user_message').length]).toEqual([
      2, 2, 2,
    ])
  })

  it('shows every message of a steered turn', async () => {
    const { history } = await story([PROMPT, { ...PROMPT, prompt: 'And the tests' }, COMPLETE])
    expect(history.map(([, content]) => content)).toEqual(['Fix the bug', 'And the tests', 'Fixed.'])
  })

  it('stays in its turn when the start is told after the prompt', async () => {
    const { state } = await story([PROMPT, { type: 'session-start', 'thread-id': thread, cwd: '/p' }])
    expect(state).toMatchObject({ turn: { nativeId: '1' }, meta: { status: 'running' } })
  })

  it('ends in error, or aborted, and goes on', async () => {
    const { of, state } = await story([
      PROMPT,
      { type: 'turn-failed', ...turn('1'), message: 'model overloaded' },
      { ...PROMPT, ...turn('2') },
      { type: 'turn-cancelled', ...turn('2') },
    ])
    expect(JSON.parse(of('turn_error')[0]?.data ?? '')).toEqual({
      message: 'model overloaded',
      code: 'AGENT_ERROR',
    })
    expect(JSON.parse(of('turn_complete')[0]?.data ?? '')).toMatchObject({ stopReason: 'aborted' })
    expect(state?.meta.status).toBe('ready')
  })

  it('links a thread that belongs to another session, and does not merge them', async () => {
    const { log, sessionId } = await story([PROMPT])
    const intake = new NotifyIntake({ log, strict: false })
    const other = await intake.take('local', told('Codex 2', { ...PROMPT, ...turn('2') }))
    expect(other.sessionId).not.toBe(sessionId)
    expect(await log.reader.resolve('local', thread)).toBe(sessionId)
    expect((await intake.take('local', told(thread, { type: 'x' }))).sessionId).toBe(sessionId)
  })
})

describe('takeAll', () => {
  it('gives each its own outcome and goes on when a session was deleted', async () => {
    const { log } = await tempLog()
    const { sessionId } = await log.commit(ingest('old', []))
    const strict = new NotifyIntake({ log, strict: true })
    const outcomes = await strict.takeAll('local', [
      told('old', { type: 'x' }),
      told('new', { type: 'x' }),
      told('old', { type: 'progress' }),
    ])
    expect(
      outcomes.map((one) => (one.status === 'fulfilled' ? one.value.first?.seq : one.reason.kind)),
    ).toEqual([...[2, 'sessionNotFound', 'invalidPayload']])
    await log.deleteSession('local', sessionId)
    await expect(strict.take('local', told('old', { type: 'x' }))).rejects.toMatchObject({
      kind: 'sessionNotFound',
      message: 'session not found',
    })
  })

  it('fails as a whole, before anything is done, when the log cannot be read', async () => {
    const { log } = await tempLog()
    log.reader.resolve = () => Promise.reject(new Error('unreadable'))
    const intake = new NotifyIntake({ log, strict: false })
    const all = intake.takeAll('local', [told('a', { type: 'x' }), told('b', { type: 'x' })])
    await expect(all).rejects.toThrow('unreadable')
    expect((await log.reader.readAll('local', 0, 10)).events).toEqual([])
  })
})

describe('the id a sender used for a session', () => {
  it('is kept where it is not the one notify clients know it by', async () => {
    const { log } = await tempLog()
    const intake = new NotifyIntake({ log, strict: false })
    const finish = { type: 'finish' }
    const { sessionId } = await intake.take('local', told('Codex 1', finish))
    for (const id of [sessionId, 'Codex 1', `thread_${sessionId}`])
      await intake.take('local', told(id, finish))
    const again = new NotifyIntake({ log, strict: false })
    await again.take('local', told('Codex 1', finish))
    const events = (await readEvents(log, sessionId)).filter(({ type }) => type === 'notify_finish')
    const sentTo = events.map(({ data }) => JSON.parse(data).notify.sentTo)
    expect(sentTo).toEqual([undefined, sessionId, undefined, `thread_${sessionId}`, undefined])
  })

  it('does not make the same event another one', async () => {
    const { log } = await tempLog()
    const intake = new NotifyIntake({ log, strict: false })
    const as = (id: string): Notify => {
      const { envelope, payload } = told(id, { type: 'finish' })
      return { envelope: { ...envelope, eventId: 'e' }, payload }
    }
    const { sessionId } = await intake.take('local', as('Codex 1'))
    expect(await intake.take('local', as(sessionId))).toMatchObject({ sessionId, duplicate: true })
  })
})
