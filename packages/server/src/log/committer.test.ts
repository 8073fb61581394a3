import type { Draft, JsonObject } from '@signalbox/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Commit, Log, NewSession } from './log.js'
import { draft, ingest, readEvents, tempLog } from './testing.js'

let log: Log

beforeEach(async () => {
  log = (await tempLog()).log
})

const driven: NewSession = { name: null, agentType: 'demo', origin: 'driven', cwd: null }

async function make(create: Partial<NewSession> = {}): Promise<string> {
  const { sessionId } = await log.commit({
    tenantId: 'local',
    session: { by: 'new', create: { ...driven, ...create } },
    drafts: [],
    command: true,
  })
  return sessionId
}

function to(
  id: string,
  type: Parameters<typeof draft>[0],
  data: JsonObject = {},
  more: Partial<Commit> = {},
) {
  return log.commit({
    tenantId: 'local',
    session: { by: 'id', id },
    drafts: [draft(type, data)],
    ...more,
  })
}

const run = (id: string, eventId: string) => to(id, 'turn_started', {}, { command: true, eventId })

describe('a happening that may be sent twice', () => {
  const tell = (more: JsonObject, eventId = 'hook-1') =>
    log.commit(
      ingest('s', [draft('session_updated', {}), draft('agent_unparsed', { nativeType: 'x', ...more })], {
        eventId,
        separate: true,
      }),
    )

  it('is one event, though the second time it is told otherwise', async () => {
    const { sessionId } = await tell({ problem: 'none' })
    const types = async () => (await readEvents(log, sessionId)).map(({ type }) => type)
    const before = await types()
    expect(await tell({ problem: 'late' })).toMatchObject({ sessionId, duplicate: true })
    expect(await types()).toEqual(before)
    await tell({ problem: 'none' }, 'hook-2')
    expect(await types()).toEqual([...before, 'agent_unparsed'])
    await Promise.all([tell({ problem: 'a' }, 'hook-3'), tell({ problem: 'b' }, 'hook-3')])
    expect(await types()).toHaveLength(before.length + 2)
  })
})

describe('a command with an id of its own', () => {
  it('is done once, also while what it began goes on, and after it', async () => {
    const id = await make()
    const first = await run(id, 'web-1')
    expect(first).toMatchObject({ duplicate: false, first: { seq: expect.any(Number) } })
    const again = await run(id, 'web-1')
    expect(again).toMatchObject({ sessionId: id, duplicate: true, first: first.first })
    expect(again.session).toMatchObject({ id, status: 'running' })
    await expect(run(id, 'web-2')).rejects.toMatchObject({ kind: 'turnInProgress' })
    await to(id, 'turn_complete', { finalText: 'Done.' })
    expect(await run(id, 'web-1')).toMatchObject({ duplicate: true, first: first.first })
    const types = (await readEvents(log, id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'turn_started')).toHaveLength(1)
    expect(await run(id, 'web-2')).toMatchObject({ duplicate: false })
  })

  it('is done once in one group', async () => {
    const id = await make()
    const [one, two] = await Promise.all([run(id, 'x'), run(id, 'x')])
    expect([one?.duplicate, two?.duplicate]).toEqual([false, true])
    expect(two?.first).toEqual(one?.first)
  })

  it('is another one in another session', async () => {
    const [a, b] = [await make(), await make()]
    await run(a, 'x')
    expect((await run(b, 'x')).duplicate).toBe(false)
  })

  it('is found again with its turn', async () => {
    const id = await make()
    const { first } = await run(id, 'web-1')
    const found = await log.reader.submission(id, 'web-1')
    expect(found).toEqual({ ...first, ts: expect.any(Number), turnId: expect.stringMatching(/^turn_/) })
    expect(found?.turnId).toBe((await log.snapshot(id))?.turn?.turnId)
    expect(await log.reader.submission(id, 'web-2')).toBeUndefined()
    expect(await log.reader.submission(await make(), 'web-1')).toBeUndefined()
  })

  it('has no turn where the event has none', async () => {
    const { sessionId } = await log.commit(
      ingest('s', [draft('user_message', { content: 'hi', via: 'x' })], { eventId: 'e' }),
    )
    const found = await log.reader.submission(sessionId, 'e')
    expect(found).toEqual({ id: expect.any(String), seq: 2, ts: expect.any(Number) })
  })
})

describe('a late answer', () => {
  const by = { userId: 'ann', via: 'ws' }

  async function late(asked: JsonObject, ended: [Parameters<typeof draft>[0], JsonObject]): Promise<unknown> {
    const id = await make()
    await run(id, 'web-1')
    const type = 'questions' in asked ? 'question_requested' : 'permission_requested'
    await to(id, type, { requestId: 'r', ...asked })
    const command = ended[0].endsWith('_resolved')
    await to(id, ended[0], { requestId: 'r', ...ended[1] }, { command })
    const answer = { requestId: 'r', approved: true, by: { userId: 'bob', via: 'ws' } }
    return to(id, 'approval_resolved', answer, { command: true }).catch((error: unknown) => error)
  }
  const permission = { toolName: 'exec', description: 'ls' }
  const question = { questions: [] }

  it.each<[JsonObject, [Parameters<typeof draft>[0], JsonObject], JsonObject]>([
    [permission, ['approval_resolved', { approved: true, by }], { outcome: 'approved', by }],
    [permission, ['approval_resolved', { approved: false, by }], { outcome: 'denied', by }],
    [question, ['question_resolved', { answers: {}, dismissed: false, by }], { outcome: 'answered', by }],
    [question, ['question_resolved', { answers: {}, dismissed: true, by }], { outcome: 'dismissed', by }],
    [permission, ['request_closed', { reason: 'expired' }], { outcome: 'expired' }],
    [question, ['request_closed', { reason: 'withdrawn' }], { outcome: 'withdrawn' }],
  ])('to %j that ended by %j is told %j', async (asked, ended, details) => {
    expect(await late(asked, ended)).toMatchObject({
      kind: 'requestResolved',
      details: { at: expect.any(Number), waitedMs: expect.any(Number), ...details },
    })
  })

  it('is told of requests the end of the turn closed', async () => {
    expect(await late(permission, ['turn_complete', { finalText: '' }])).toMatchObject({
      kind: 'requestResolved',
      details: { outcome: 'withdrawn', waitedMs: expect.any(Number) },
    })
  })

  it('to the request of another session with the same id is no late answer', async () => {
    const [a, b] = [await make(), await make()]
    for (const id of [a, b]) {
      await run(id, 'web-1')
      await to(id, 'permission_requested', { requestId: 'r', ...permission })
    }
    const answer = { requestId: 'r', approved: true, by }
    await to(a, 'approval_resolved', answer, { command: true })
    await to(b, 'approval_resolved', answer, { command: true })
    await expect(to(b, 'approval_resolved', answer, { command: true })).rejects.toMatchObject({
      kind: 'requestResolved',
    })
  })
})

describe('a session that is to be deleted', () => {
  it('is kept while Signalbox drives a turn in it', async () => {
    const id = await make()
    await run(id, 'x')
    await expect(log.deleteSession('local', id)).rejects.toMatchObject({
      kind: 'turnInProgress',
      message: expect.stringMatching(/stop the turn first/),
    })
    expect(await log.reader.session(id)).toMatchObject({ status: 'running' })
    await to(id, 'turn_complete', { finalText: '' })
    await log.deleteSession('local', id)
    expect(await log.reader.session(id)).toBeUndefined()
  })

  it('is kept while its agent is being started', async () => {
    const id = await make()
    await to(id, 'session_state', { state: 'activating' })
    await expect(log.deleteSession('local', id)).rejects.toMatchObject({ kind: 'turnInProgress' })
    await to(id, 'session_state', { state: 'ready' })
    await log.deleteSession('local', id)
  })

  it('goes any time when it is only watched', async () => {
    const { sessionId } = await log.commit(ingest('s', [draft('turn_started')]))
    await log.deleteSession('local', sessionId)
    expect(await log.reader.session(sessionId)).toBeUndefined()
  })
})

describe('a new session', () => {
  it('begins in the mode it was asked for, and is named by who named it', async () => {
    const named = await log.snapshot(await make({ name: 'Auth', mode: 'plan' }))
    expect(named).toMatchObject({ mode: 'plan', namedBy: 'person', meta: { name: 'Auth' } })
    const plain = await log.snapshot(await make())
    expect(plain).toMatchObject({ mode: 'implement', namedBy: null, meta: { name: null } })
  })

  it('knows both after a restart', async () => {
    const { log: before, dataDir } = await tempLog()
    const { sessionId } = await before.commit({
      tenantId: 'local',
      session: { by: 'new', create: { ...driven, name: 'Auth', mode: 'ideate' } },
      drafts: [],
    })
    await before.close()
    const { log: after } = await tempLog({ dataDir })
    expect(await after.snapshot(sessionId)).toMatchObject({ mode: 'ideate', namedBy: 'person' })
  })
})

describe('the end of a turn that went on', () => {
  const turn = 'turn-number-one'
  const end = { ...draft('turn_complete', { finalText: 'done' }), nativeTurnId: turn, fact: 'turn_end' }
  const call = { ...draft('tool_call', { toolCallId: 'c', toolName: 'Bash', args: {} }), nativeTurnId: turn }
  const tell = (one: Draft) => log.commit(ingest('a', [one], { separate: true }))

  it('is told again, though the same end was told before', async () => {
    await tell(end)
    await tell(end)
    await tell(call)
    const { sessionId } = await tell(end)
    await tell(end)
    const types = (await readEvents(log, sessionId)).map(({ type }) => type)
    expect(types.filter((type) => type === 'turn_complete')).toHaveLength(2)
    expect(await log.snapshot(sessionId)).toMatchObject({ turn: null, meta: { status: 'ready' } })
  })
})

describe('several drafts of one commit', () => {
  const drafts = [
    draft('notify_event', { notify: { type: 'x', payload: {} } }),
    draft('turn_complete', { finalText: 'x' }),
  ]
  const causes = async (more: Partial<Commit>) => {
    const { sessionId } = await log.commit(ingest('a', drafts, more))
    const events = await readEvents(log, sessionId)
    const first = events.find(({ type }) => type === 'notify_event')
    return events
      .filter(({ causeId }) => causeId !== undefined && causeId === first?.id)
      .map(({ type }) => type)
  }

  it('have the first as their cause', async () => {
    expect(await causes({})).toContain('turn_complete')
  })

  it('have none where each happened by itself', async () => {
    expect(await causes({ separate: true })).toEqual([])
  })
})
