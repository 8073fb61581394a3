import { RequestEntry, validate } from '@signalbox/protocol'
import Database from 'libsql'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../log.js'
import { draft, ingest, tempLog } from '../testing.js'
import { migrate } from './migrations.js'
import { REQUEST_SQL } from './request-reads.js'

const by = { userId: 'ann', via: 'ws' }
let log: Log

const openLog = async () => {
  log = (await tempLog()).log
}

const permission = (requestId: string, description = 'ls') =>
  draft('permission_requested', { requestId, toolName: 'exec', description })
const question = (requestId: string) =>
  draft('question_requested', { requestId, questions: [{ id: 'q', text: 'Which?', type: 'text' }] })
const approve = (requestId: string, approved = true) =>
  draft('approval_resolved', { requestId, approved, by })

/** The time of the log goes on by the clock: what is to be told apart by it needs a millisecond of its own. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now()
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now)
}

async function inTurn(...commits: ReturnType<typeof ingest>[]): Promise<void> {
  for (const commit of commits) {
    await log.commit(commit)
    await nextMillisecond()
  }
}

const list = async (query: Partial<Parameters<Log['reader']['requests']>[0]> = {}) =>
  log.reader.requests({ tenantId: 'local', limit: 100, ...query })
const ids = async (query: Parameters<typeof list>[0] = {}) =>
  (await list(query)).map(({ requestId }) => requestId)
const sessionOf = async (name: string) => (await log.reader.resolve('local', name)) ?? ''

describe('requests', () => {
  beforeEach(openLog)
  beforeEach(async () => {
    await inTurn(
      ingest('a', [permission('first')]),
      ingest('b', [question('second')]),
      ingest('a', [permission('third')]),
      ingest('a', [permission('fourth')]),
      ingest('a', [approve('third')]),
      ingest('a', [draft('request_closed', { requestId: 'fourth', reason: 'expired' })]),
    )
  })

  it('come pending ones longest waiting first, then ended ones latest first', async () => {
    expect(await ids()).toEqual(['first', 'second', 'fourth', 'third'])
    expect(await ids({ status: 'pending' })).toEqual(['first', 'second'])
    expect(await ids({ status: 'resolved' })).toEqual(['third'])
    expect(await ids({ status: 'closed' })).toEqual(['fourth'])
  })

  it('are cut by the limit over both kinds', async () => {
    expect(await ids({ limit: 1 })).toEqual(['first'])
    expect(await ids({ limit: 3 })).toEqual(['first', 'second', 'fourth'])
    expect(await ids({ limit: 1, status: 'closed' })).toEqual(['fourth'])
  })

  it('are those of one session, when asked for, and of no other tenant', async () => {
    expect(await ids({ sessionId: await sessionOf('b') })).toEqual(['second'])
    expect(await ids({ sessionId: await sessionOf('a') })).toEqual(['first', 'fourth', 'third'])
    expect(await ids({ sessionId: await sessionOf('a'), status: 'resolved' })).toEqual(['third'])
    expect(await ids({ tenantId: 'other' })).toEqual([])
    expect(await ids({ tenantId: 'other', sessionId: await sessionOf('a') })).toEqual([])
  })

  it('say what was asked, in which turn, and how it ended', async () => {
    const [first, second, fourth, third] = await list()
    const turn = (await log.snapshot(await sessionOf('a')))?.turn
    expect(first).toEqual({
      requestId: 'first',
      sessionId: await sessionOf('a'),
      kind: 'permission',
      turnId: turn?.turnId,
      since: expect.any(Number),
      status: 'pending',
      data: { requestId: 'first', toolName: 'exec', description: 'ls' },
    })
    expect(second).toMatchObject({ kind: 'question', data: { questions: [{ id: 'q' }] } })
    expect(third).toMatchObject({ status: 'resolved', by, outcome: 'approved' })
    expect(third?.endedAt).toBeGreaterThan(third?.since ?? 0)
    expect(fourth).toMatchObject({ status: 'closed', outcome: 'expired' })
    expect(fourth?.by).toBeUndefined()
    for (const ended of [third, fourth]) {
      expect(ended?.waitedMs).toBe((ended?.endedAt ?? 0) - (ended?.since ?? 0))
    }
    for (const entry of await list()) expect(validate(RequestEntry, entry)).toBeUndefined()
  })

  it('are closed with their turn', async () => {
    await log.commit(ingest('a', [draft('turn_complete', { finalText: 'Done.' })]))
    expect(await ids({ status: 'pending' })).toEqual(['second'])
    expect(await log.reader.request('local', 'first')).toMatchObject({
      status: 'closed',
      outcome: 'resolved_elsewhere',
    })
  })

  it('go with their session', async () => {
    await log.deleteSession('local', await sessionOf('a'))
    expect(await ids()).toEqual(['second'])
  })
})

describe('a request by its id', () => {
  beforeEach(openLog)
  it('is found within its tenant, and within a session if one is named', async () => {
    await log.commit(ingest('a', [permission('r')]))
    const found = await log.reader.request('local', 'r')
    expect(found).toMatchObject({ requestId: 'r', status: 'pending' })
    expect(await log.reader.request('local', 'r', await sessionOf('a'))).toEqual(found)
    await log.commit(ingest('b', []))
    expect(await log.reader.request('local', 'r', await sessionOf('b'))).toBeUndefined()
    expect(await log.reader.request('other', 'r')).toBeUndefined()
    expect(await log.reader.request('local', 'x')).toBeUndefined()
  })

  it('belongs to each session that uses it; the pending one is meant, then the newest', async () => {
    await inTurn(
      ingest('a', [permission('1', 'of a')]),
      ingest('b', [permission('1', 'of b')]),
      ingest('c', [permission('1', 'of c')]),
    )
    const meant = async () => (await log.reader.request('local', '1'))?.data.description
    expect(await ids()).toEqual(['1', '1', '1'])
    expect(await meant()).toBe('of c')
    await inTurn(ingest('c', [approve('1')]), ingest('b', [approve('1', false)]))
    expect(await meant()).toBe('of a')
    expect((await list()).map(({ data, outcome }) => [data.description, outcome])).toEqual([
      ['of a', undefined],
      ['of b', 'denied'],
      ['of c', 'approved'],
    ])
    await log.commit(ingest('a', [approve('1')]))
    expect(await meant()).toBe('of c')
  })

  it('can be used again by the agent when the request has ended', async () => {
    await inTurn(ingest('a', [permission('1', 'one')]), ingest('a', [approve('1')]))
    await log.commit(ingest('a', [permission('1', 'two')]))
    expect(await list()).toMatchObject([{ status: 'pending', data: { description: 'two' } }])
    expect((await list())[0]).not.toHaveProperty('outcome')
    const answer = {
      tenantId: 'local',
      session: { by: 'id' as const, id: await sessionOf('a') },
      drafts: [approve('1', false)],
      command: true,
    }
    await log.commit(answer)
    expect(await list()).toMatchObject([{ status: 'resolved', outcome: 'denied' }])
  })
})

describe('attention', () => {
  beforeEach(openLog)
  const attention = (status: 'raised' | 'cleared', limit = 10, tenantId = 'local') =>
    log.reader.attention({ tenantId, status, limit })

  beforeEach(async () => {
    await inTurn(
      ingest('a', [permission('1', 'one')]),
      ingest('b', [permission('2', 'two')]),
      ingest('a', [permission('3', 'three')]),
      ingest('c', [draft('turn_started')]),
    )
  })

  it('is raised for who waits, longest first', async () => {
    const raised = await attention('raised')
    expect(raised.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
    expect(raised[0]).toEqual({
      sessionId: await sessionOf('a'),
      kind: 'permission',
      since: expect.any(Number),
      message: 'one',
      requestId: '1',
    })
    expect(await attention('raised', 2)).toEqual(raised.slice(0, 2))
    expect(await attention('raised', 2, 'other')).toEqual([])
  })

  it('is cleared, latest first, and raised no more', async () => {
    await inTurn(ingest('b', [approve('2')]), ingest('a', [approve('1')]))
    expect((await attention('raised')).map(({ message }) => message)).toEqual(['three'])
    const cleared = await attention('cleared')
    expect(cleared.map(({ message }) => message)).toEqual(['one', 'two'])
    expect(cleared[0]).toMatchObject({ sessionId: await sessionOf('a'), reason: 'resolved', requestId: '1' })
    expect(cleared[0]?.clearedAt).toBeGreaterThan(cleared[0]?.since ?? 0)
    expect(await attention('cleared', 1)).toEqual(cleared.slice(0, 1))
    expect(await attention('cleared', 1, 'other')).toEqual([])
    await log.commit(ingest('a', [approve('3')]))
    expect(await attention('raised')).toEqual([])
  })
})

describe('what was left active', () => {
  beforeEach(openLog)
  it('are driven sessions at work and others that wait for a person, of all tenants', async () => {
    const create = { name: null, agentType: 'demo', origin: 'driven' as const, cwd: null }
    /** A session of this tenant alone, with a turn in which so much happens. */
    async function driven(tenantId: string, ...happened: ReturnType<typeof draft>[]): Promise<void> {
      const { sessionId } = await log.commit({ tenantId, session: { by: 'new', create }, drafts: [] })
      const session = { by: 'id' as const, id: sessionId }
      await log.commit({ tenantId, session, drafts: [draft('turn_started')], command: true })
      await log.commit({ tenantId, session, drafts: happened })
    }
    await driven('t1', draft('text_delta', { text: 'Hm' }))
    await driven('t2', permission('r'), permission('s'))
    await log.commit({ tenantId: 't3', session: { by: 'new', create }, drafts: [] })
    await driven('t4', draft('turn_error', { message: 'x', code: 'AGENT_ERROR' }))
    await log.commit(ingest('watched', [draft('turn_started')]))
    await log.commit(ingest('waiting', [permission('r'), question('s')]))
    await log.commit(ingest('answered', [permission('r'), approve('r')]))
    const left = await log.reader.leftActive()
    expect(left.map(({ tenantId, origin, pending }) => [tenantId, origin, pending])).toEqual([
      ['t1', 'driven', false],
      ['t2', 'driven', true],
      ['local', 'observed', true],
    ])
    expect(left[2]?.sessionId).toBe(await sessionOf('waiting'))
  })

  it('is told of a session as soon as it stops, and starts', async () => {
    const { sessionId } = await log.commit({
      tenantId: 'local',
      session: { by: 'new', create: { name: null, agentType: 'demo', origin: 'driven', cwd: null } },
      drafts: [draft('session_state', { state: 'ready' })],
    })
    const say = (state: string) =>
      log.commit({
        tenantId: 'local',
        session: { by: 'id', id: sessionId },
        drafts: [draft('session_state', { state })],
      })
    expect(await log.reader.leftActive()).toHaveLength(1)
    await say('inactive')
    expect(await log.reader.leftActive()).toEqual([])
    await say('ready')
    expect(await log.reader.leftActive()).toEqual([
      { sessionId, tenantId: 'local', origin: 'driven', pending: false },
    ])
  })
})

describe('the plan of every query', () => {
  const db = new Database(':memory:')
  migrate(db, () => {})
  const planOf = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail)

  it.each<[name: keyof typeof REQUEST_SQL, index: RegExp]>([
    ['pending', /SEARCH r USING INDEX requests_pending \(tenant=\?\)/],
    ['pendingOfSession', /SEARCH r USING PRIMARY KEY \(session=\?\)/],
    ['ended', /SEARCH r USING INDEX requests_ended \(tenant=\?\)/],
    ['endedOfSession', /SEARCH r USING PRIMARY KEY \(session=\?\)/],
    ['request', /SEARCH r USING INDEX requests_by_id \(tenant=\? AND id=\?\)/],
    ['raised', /SEARCH s USING INDEX sessions_with_attention \(tenant=\?\)/],
    ['cleared', /SCAN e USING INDEX events_attention_cleared/],
    ['leftActive', /SCAN s USING INDEX sessions_at_work/],
  ])('%s goes by its index, over no whole table', (name, index) => {
    const plan = planOf(REQUEST_SQL[name])
    expect(plan.join('\n')).toMatch(index)
    for (const step of plan.filter((line) => line.startsWith('SCAN'))) {
      expect(step).toMatch(/USING (COVERING )?INDEX|VIRTUAL TABLE|SCAN (w|waiting)$/)
    }
  })

  it('sorts nothing where the index has the order', () => {
    for (const name of ['pending', 'ended', 'cleared'] as const) {
      expect(planOf(REQUEST_SQL[name]).join()).not.toMatch(/TEMP B-TREE/)
    }
  })
})
