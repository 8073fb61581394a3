import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { TEST_TOKEN } from '../../http/testing.js'
import { draft, ingest } from '../../log/testing.js'
import { CODEX_EXAMPLE, notify, openDoors, send } from './testing.js'

async function open(sessions: string[] = []) {
  const doors = await openDoors({ sessions })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await send(doors.port, { path, headers })
    return { ...answer, json: () => JSON.parse(answer.text) }
  }
  return { ...doors, get }
}

describe('GET /api/sessions', () => {
  it('lists the sessions of the tenant, newest first, page by page, archived ones when asked', async () => {
    const { get, log } = await open(['a', 'b', 'c'])
    await log.commit(ingest('b', [draft('session_archived')]))
    await log.commit({ ...ingest('d', []), tenantId: 'other' })
    const all = (await get('/api/sessions')).json()
    expect(all.sessions.map(({ name }: { name: string }) => name)).toEqual(['c', 'a'])
    expect(all.next).toBeNull()
    expect(all.sessions[0]).toMatchObject({
      tenantId: 'local',
      agentType: 'unknown',
      status: 'inactive',
      archived: false,
    })
    const names: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: { sessions: { name: string }[]; next: string | null } = (
        await get(`/api/sessions?limit=1&archived=true${next === '' ? '' : `&cursor=${next}`}`)
      ).json()
      names.push(...page.sessions.map(({ name }) => name))
      next = page.next
    }
    expect(names).toEqual(['c', 'b', 'a'])
  })

  it('refuses what it does not understand, by name', async () => {
    const { get } = await open(['a'])
    const cases: [path: string, field: string][] = [
      ['/api/sessions?limit=0', 'limit'],
      ['/api/sessions?limit=1001', 'limit'],
      ['/api/sessions?limit=1&limit=2', 'limit'],
      ['/api/sessions?cursor=x', 'cursor'],
      ['/api/sessions?archived=yes', 'archived'],
      ['/api/sessions?archive=true', 'archive'],
      ['/api/sessions/a?x=1', 'x'],
      ['/api/sessions/a/events?after=-1', 'after'],
      ['/api/sessions/a/events?limit=5000', 'limit'],
      ['/api/sessions/a/events?types=x', 'types'],
      ['/api/sessions/a/events/one/raw', 'seq'],
    ]
    for (const [path, field] of cases) {
      const answer = await get(path)
      expect([answer.status, answer.json().code, answer.json().field], path).toEqual([
        400,
        'invalid_request',
        field,
      ])
    }
  })
})

describe('GET /api/sessions/:id', () => {
  it('takes every name a session has, and no other', async () => {
    const { get, log } = await open()
    const { sessionId } = await log.commit(
      ingest('Codex 1', [], { bind: [{ namespace: 'codex', id: 'a/b' }] }),
    )
    const other = await log.commit({ ...ingest('theirs', []), tenantId: 'other' })
    for (const id of ['Codex%201', sessionId, `thread_${sessionId}`, sessionId.toUpperCase(), 'a%2Fb']) {
      expect((await get(`/api/sessions/${id}`)).json(), id).toMatchObject({ id: sessionId, name: 'Codex 1' })
    }
    for (const id of ['codex%201', 'Codex', other.sessionId, 'theirs', `thread_${other.sessionId}`]) {
      for (const path of ['', '/events', '/events/1/raw', '/events/stream']) {
        const answer = await get(`/api/sessions/${id}${path}`)
        expect([answer.status, answer.json().code], id + path).toEqual([404, 'session_not_found'])
      }
    }
    expect((await get('/api/sessions/%zz')).status).toBe(400)
  })
})

describe('GET /api/sessions/:id/events', () => {
  it('gives the events in their one shape, page by page', async () => {
    const { get, port, log } = await open()
    await notify(port, CODEX_EXAMPLE)
    const sessionId = await log.reader.resolve('local', 'Codex 1')
    const all = (await get('/api/sessions/Codex%201/events')).json()
    expect(all.next).toBeNull()
    expect(all.events.map(({ seq }: { seq: number }) => seq)).toEqual(
      all.events.map((_: unknown, index: number) => index + 1),
    )
    expect(all.events[1]).toEqual({
      type: 'notify_event',
      sessionId,
      seq: 2,
      ts: expect.any(Number),
      notify: {
        type: 'agent-turn-complete',
        eventId: 'codex-notify:turn-42',
        occurredAt: '2026-01-28T20:17:42Z',
        payload: CODEX_EXAMPLE.payload,
      },
    })
    expect(all.events.find(({ type }: { type: string }) => type === 'turn_complete')).toMatchObject({
      finalText: '',
      turnId: expect.stringMatching(/^turn_/),
    })
    const page = (await get('/api/sessions/Codex%201/events?after=1&limit=2')).json()
    expect(page).toEqual({ events: all.events.slice(1, 3), next: 3 })
    expect((await get(`/api/sessions/Codex%201/events?after=${all.events.length}`)).json()).toEqual({
      events: [],
      next: null,
    })
  })

  it('gives lines when NDJSON is asked for: all of them, or as many as the limit says', async () => {
    const { get, log } = await open()
    const drafts = Array.from({ length: 1200 }, (_, n) => draft('message_complete', { text: `line\n${n}` }))
    await log.commit(ingest('long', drafts))
    const headers = { accept: 'application/x-ndjson' }
    const answer = await get('/api/sessions/long/events', headers)
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const events = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter(({ type }) => type === 'message_complete')).toHaveLength(1200)
    const some = (await get('/api/sessions/long/events?after=10&limit=600', headers)).text
      .trimEnd()
      .split('\n')
    expect([some.length, JSON.parse(some[0] ?? '').seq]).toEqual([600, 11])
    expect((await get(`/api/sessions/long/events?after=${events.length}`, headers)).text).toBe('')
  })

  it('reads no further for a client that went away', async () => {
    const { log, port } = await open()
    const drafts = Array.from({ length: 40 }, () =>
      draft('message_complete', { text: 'x'.repeat(1024 * 1024) }),
    )
    await log.commit(ingest('big', drafts))
    let reads = 0
    const read = log.reader.read.bind(log.reader)
    log.reader.read = (...args) => {
      reads++
      return read(...args)
    }
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    const path = '/api/sessions/big/events'
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\nAccept: application/x-ndjson\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('readable', resolve))
    socket.destroy()
    expect((await send(port, { path: '/api/sessions/big' })).status).toBe(200)
    expect(reads).toBeLessThan(40)
  })
})

describe('GET /api/sessions/:id/events/:seq/raw', () => {
  it('gives what the sender said, as plain text nobody sniffs at', async () => {
    const { get, port } = await open()
    await notify(port, { ...CODEX_EXAMPLE, raw: '<script>alert(1)</script>\r\n€' })
    const answer = await get('/api/sessions/Codex%201/events/2/raw')
    expect(answer.text).toBe('<script>alert(1)</script>\r\n€')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    for (const seq of [1, 99]) {
      const none = await get(`/api/sessions/Codex%201/events/${seq}/raw`)
      expect([none.status, none.json().code]).toEqual([404, 'not_found'])
    }
  })
})
