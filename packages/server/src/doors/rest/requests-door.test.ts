import { ERRORS, type JsonObject, validate } from '@signalbox/protocol'
import { errorsOf, ROUTES } from '@signalbox/protocol/documents'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RequestCommands } from '../../commands/requests.js'
import { type Ask, startTestGateway } from '../../http/testing.js'
import { draft, ingest, tempLog } from '../../log/testing.js'
import { addRequestsDoor } from './requests-door.js'

const OPERATIONS: Record<string, string> = {
  requests: 'listRequests',
  respond: 'respondToRequest',
  attention: 'listAttention',
}

/** Asserts that an answer is one the table of routes knows. */
function expectDocumented(path: string, status: number, json: JsonObject): void {
  const [bare = ''] = path.split('?')
  const operation = OPERATIONS[bare.split('/').at(-1) ?? '']
  const route = ROUTES.find((row) => row.operation === operation)
  if (!route) throw new Error(`no route for ${path}`)
  const [content] = route.answers[status]?.content ?? []
  if (content) expect(validate(content.schema, json), path).toBeUndefined()
  else {
    const kinds = errorsOf(route).filter((kind) => ERRORS[kind].status === status)
    expect(kinds.map((kind) => ERRORS[kind].http)).toContain(json.code)
  }
}

/** The door on a real socket, in front of a real log; every agent can be answered unless said otherwise. */
async function open(holds = true) {
  const { log } = await tempLog()
  const requests = new RequestCommands(log, { holds: () => holds })
  const gateway = await startTestGateway({ routes: (app) => addRequestsDoor(app, { requests }) })
  onTestFinished(() => gateway.close())
  const ask = async (path: string, options: Ask = {}) => {
    const answer = await gateway.ask(path, options)
    const json = answer.json() as JsonObject
    expectDocumented(path, answer.status, json)
    return { status: answer.status, json }
  }
  const respond = (id: string, body: unknown, query = '') =>
    ask(`/api/requests/${encodeURIComponent(id)}/respond${query}`, { method: 'POST', body })
  const wait = (name: string, requestId: string, description = 'ls') =>
    log.commit(ingest(name, [draft('permission_requested', { requestId, toolName: 'exec', description })]))
  const wonder = (name: string, requestId: string) =>
    log.commit(
      ingest(name, [
        draft('question_requested', { requestId, questions: [{ id: 'q', text: 'Which?', type: 'text' }] }),
      ]),
    )
  return { ...gateway, log, ask, respond, wait, wonder }
}

const idsOf = ({ json }: { json: JsonObject }) =>
  (json.requests as { requestId: string }[]).map(({ requestId }) => requestId)

describe('GET /api/requests', () => {
  it('lists what waits and what ended, by status, by session, so many', async () => {
    const { ask, wait, wonder, respond, log } = await open()
    await wait('Codex 1', 'one')
    await wonder('Codex 2', 'two')
    await wait('Codex 1', 'three')
    await respond('three', { approved: false })
    await log.commit({ ...ingest('theirs', []), tenantId: 'other' })
    const all = await ask('/api/requests')
    expect(all.status).toBe(200)
    expect(new Set(idsOf(all))).toEqual(new Set(['one', 'two', 'three']))
    expect(idsOf(all).at(-1)).toBe('three')
    expect(idsOf(await ask('/api/requests?status=pending')).sort()).toEqual(['one', 'two'])
    expect(idsOf(await ask('/api/requests?status=resolved'))).toEqual(['three'])
    expect(idsOf(await ask('/api/requests?status=closed'))).toEqual([])
    expect(idsOf(await ask('/api/requests?session=Codex%202'))).toEqual(['two'])
    expect(idsOf(await ask('/api/requests?status=pending&session=Codex%201'))).toEqual(['one'])
    expect(idsOf(await ask('/api/requests?limit=1'))).toHaveLength(1)
    expect((await ask('/api/requests?session=nobody')).json).toMatchObject({ code: 'session_not_found' })
    expect((await ask('/api/requests?session=theirs')).status).toBe(404)
  })

  it.each([true, false])('says of what waits whether it can be answered from here: %s', async (holds) => {
    const { ask, wait } = await open(holds)
    await wait('Codex 1', 'one')
    expect((await ask('/api/requests')).json).toMatchObject({ requests: [{ answerable: holds }] })
  })

  it('says what the agent was told with an answer', async () => {
    const { ask, wait, respond } = await open()
    await wait('Codex 1', 'one')
    await respond('one', { approved: false, message: 'too risky' })
    const { requests } = (await ask('/api/requests')).json as { requests: JsonObject[] }
    expect(requests).toMatchObject([{ outcome: 'denied', message: 'too risky' }])
    expect(requests[0]).not.toHaveProperty('answerable')
    expect((await respond('one', { approved: true })).json.message).not.toBe('too risky')
  })

  it('refuses what a query cannot be, by name', async () => {
    const { ask } = await open()
    for (const [path, field] of [
      ['/api/requests?status=open', 'status'],
      ['/api/requests?limit=0', 'limit'],
      ['/api/requests?limit=1001', 'limit'],
      ['/api/requests?session=', 'session'],
      ['/api/requests?sessionId=x', 'sessionId'],
      ['/api/attention?status=pending', 'status'],
      ['/api/attention?limit=x', 'limit'],
      ['/api/attention?session=x', 'session'],
    ] as const) {
      expect(await ask(path), path).toMatchObject({ status: 400, json: { code: 'invalid_request', field } })
    }
  })

  it('is for who shows the token', async () => {
    const { ask } = await open()
    for (const path of ['/api/requests', '/api/attention']) {
      expect((await ask(path, { token: false })).status).toBe(401)
    }
    expect((await ask('/api/requests/r/respond', { method: 'POST', token: false })).status).toBe(401)
  })
})

describe('POST /api/requests/:id/respond', () => {
  it('answers a permission, and says how it ended', async () => {
    const { respond, wait, log } = await open()
    const { sessionId } = await wait('Codex 1', 'r/1')
    const { status, json } = await respond('r/1', { approved: true, message: 'go on' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      requestId: 'r/1',
      sessionId,
      status: 'resolved',
      outcome: 'approved',
      by: { userId: 'owner', via: 'rest', from: expect.stringContaining('127.0.0.1') },
      waitedMs: expect.any(Number),
    })
    const { events } = await log.reader.read(sessionId, {
      afterSeq: 0,
      limit: 100,
      types: ['approval_resolved'],
    })
    expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([{ approved: true, message: 'go on' }])
  })

  it('answers and dismisses questions', async () => {
    const { respond, wonder } = await open()
    await wonder('a', 'one')
    await wonder('b', 'two')
    expect((await respond('one', { answers: { q: 'this' } })).json).toMatchObject({ outcome: 'answered' })
    expect((await respond('two', { answers: {}, dismissed: true })).json).toMatchObject({
      outcome: 'dismissed',
    })
  })

  it('tells the second by whom, when and how it was answered', async () => {
    const { respond, wait } = await open()
    await wait('a', 'r')
    const first = await respond('r', { approved: false })
    expect(await respond('r', { approved: true })).toMatchObject({
      status: 409,
      json: {
        code: 'request_already_resolved',
        by: { userId: 'owner', via: 'rest' },
        at: first.json.endedAt,
        outcome: 'denied',
      },
    })
  })

  it('lets one of two win who answer at once', async () => {
    const { respond, wait } = await open()
    await wait('a', 'r')
    const answers = await Promise.all([respond('r', { approved: true }), respond('r', { approved: false })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect(lost?.json.outcome).toBe(won?.json.outcome)
  })

  it('means the request of the named session, and else the one that waits', async () => {
    const { respond, wait } = await open()
    const a = await wait('a', '1', 'of a')
    const b = await wait('b', '1', 'of b')
    expect((await respond('1', { approved: true }, '?session=a')).json.sessionId).toBe(a.sessionId)
    expect((await respond('1', { approved: true })).json.sessionId).toBe(b.sessionId)
    expect((await respond('1', { approved: true }, '?session=a')).status).toBe(409)
    expect((await respond('1', { approved: true }, '?session=nobody')).json.code).toBe('session_not_found')
    expect((await respond('1', { approved: true }, '?sessions=a')).json.field).toBe('sessions')
  })

  it('knows no request that was never asked, nor one of another tenant', async () => {
    const { respond, log } = await open()
    const asked = draft('permission_requested', { requestId: 'r', toolName: 'exec', description: 'ls' })
    await log.commit({ ...ingest('theirs', [asked]), tenantId: 'other' })
    for (const id of ['r', 'nobody', 'x'.repeat(300)]) {
      expect(await respond(id, { approved: true })).toMatchObject({
        status: 404,
        json: { code: 'request_not_found' },
      })
    }
  })

  it('refuses a body that is no answer, names what is wrong with it, and leaves the request waiting', async () => {
    const { respond, wait, log } = await open()
    await wait('a', 'r')
    for (const [body, field] of [
      [undefined, undefined],
      [[], undefined],
      [{}, 'approved'],
      [{ approved: 1 }, 'approved'],
      [{ approved: true, answers: {} }, 'answers'],
      [{ approved: true, why: 'x' }, 'why'],
      [{ answers: { q: 1 } }, 'answers.q'],
    ]) {
      const { status, json } = await respond('r', body)
      expect([body, status, json.code, json.field]).toEqual([body, 400, 'invalid_request', field])
      expect(await log.reader.request('local', 'r')).toMatchObject({ status: 'pending' })
    }
  })

  it('refuses an answer of the other kind, and names what is wrong', async () => {
    const { respond, wait, wonder } = await open()
    await wait('a', 'permission')
    await wonder('b', 'question')
    for (const [id, body] of [
      ['permission', { answers: { q: 'x' } }],
      ['question', { approved: true }],
    ] as const) {
      expect(await respond(id, body)).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', field: expect.any(String) },
      })
    }
  })

  it('takes JSON only', async () => {
    const { ask } = await open()
    const path = '/api/requests/r/respond'
    expect((await ask(path, { method: 'POST', body: '{' })).status).toBe(400)
    const plain = { method: 'POST', body: 'approved', headers: { 'content-type': 'text/plain' } }
    expect((await ask(path, plain)).status).toBe(415)
  })

  it('says so when the agent can be answered elsewhere only', async () => {
    const { respond, wait, log } = await open(false)
    await wait('a', 'r')
    expect(await respond('r', { approved: true })).toMatchObject({
      status: 503,
      json: { code: 'agent_unavailable' },
    })
    expect(await log.reader.request('local', 'r')).toMatchObject({ status: 'pending' })
  })
})

describe('GET /api/attention', () => {
  it('lists who needs a person, and who did', async () => {
    const { ask, wait, respond } = await open()
    const { sessionId } = await wait('Codex 1', 'one', 'cargo build')
    await wait('Codex 2', 'two')
    const raised = (await ask('/api/attention')).json.attention as JsonObject[]
    expect(raised).toHaveLength(2)
    expect(raised).toContainEqual({
      sessionId,
      kind: 'permission',
      since: expect.any(Number),
      message: 'cargo build',
      requestId: 'one',
    })
    expect((await ask('/api/attention?status=raised&limit=1')).json.attention).toHaveLength(1)
    expect((await ask('/api/attention?status=cleared')).json.attention).toEqual([])
    await respond('one', { approved: true })
    expect((await ask('/api/attention')).json.attention).toMatchObject([{ requestId: 'two' }])
    expect((await ask('/api/attention?status=cleared')).json.attention).toMatchObject([
      { requestId: 'one', clearedAt: expect.any(Number), reason: expect.any(String) },
    ])
  })
})
