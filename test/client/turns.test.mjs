import { describe, expect, it, vi } from 'vitest'
import { eachWorld } from './each-world.mjs'
import { next } from './world.mjs'

const each = eachWorld()
const { open } = each

const newSession = async (client, more = {}) =>
  (await client.createSession({ agentType: 'demo', ...more })).id

/** Reads a turn to its end; `on` is told of each item. */
async function readTurn(turn, on = () => {}) {
  const items = []
  for (;;) {
    const { value, done } = await turn.next()
    if (done) return { items, end: value }
    items.push(value)
    await on(value)
  }
}

const durable = (events) => events.filter(({ type }) => !EPHEMERAL.has(type) && type !== 'gap')
const EPHEMERAL = new Set([
  'text_delta',
  'thinking_start',
  'thinking_progress',
  'thinking_complete',
  'tool_call_start',
  'tool_call_delta',
  'terminal_stream',
])

describe('run', () => {
  it('yields the whole of a turn, from its first event to its end', async () => {
    const { client } = await open()
    const id = await newSession(client)
    const { items, end } = await readTurn(client.run(id, 'demo:text demo:tools'))
    expect(items[0]).toMatchObject({ type: 'turn_started', sessionId: id })
    expect(items[1]).toMatchObject({ type: 'user_message', content: 'demo:text demo:tools' })
    expect(items.at(-1)).toBe(end)
    const text = items.filter(({ type }) => type === 'text_delta').map(({ text }) => text)
    expect(end).toMatchObject({ type: 'turn_complete', finalText: text.join('') })
    expect(new Set(items.map(({ turnId }) => turnId)).size).toBe(1)
  })

  it('is told a second turn as the first', async () => {
    const { client } = await open()
    const id = await newSession(client)
    for (const text of ['one', 'two']) {
      const { items, end } = await readTurn(client.run(id, text))
      expect(items[0].type).toBe('turn_started')
      expect(end.finalText).toContain(`“${text}”`)
    }
  })

  it('loses and repeats nothing durable over cuts', async () => {
    const { client, proxy } = await open()
    const id = await newSession(client)
    let heard = 0
    const { items, end } = await readTurn(client.run(id, 'demo:tools demo:terminal demo:plan'), (item) => {
      heard += 1
      if (item.type !== 'gap' && heard % 15 === 0) proxy.cut('rst')
    })
    expect(end.type).toBe('turn_complete')
    const kept = (await each.world.eventsOf(id)).filter(({ turnId }) => turnId === end.turnId)
    const seqs = items.filter(({ type }) => type !== 'gap').map(({ seq }) => seq)
    expect(kept.map(({ seq }) => seq).filter((seq) => !seqs.includes(seq))).toEqual([])
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
    expect(durable(items).length).toBeGreaterThan(10)
  })

  it('says why there is no turn', async () => {
    const { client } = await open()
    await expect(client.run('nowhere', 'x').next()).rejects.toMatchObject({ code: 'SessionNotFound' })
    await each.world.notify('Codex 1', { type: 'session-start' })
    await expect(client.run('Codex 1', 'x').next()).rejects.toMatchObject({ code: 'AgentUnavailable' })
  })
})

describe('a prompt that is too long', () => {
  it('is refused at once, and the next one is taken', async () => {
    const { client } = await open()
    const id = await newSession(client)
    for (const bytes of [1024 * 1024, 5 * 1024 * 1024]) {
      await expect(client.run(id, 'x'.repeat(bytes)).next()).rejects.toMatchObject({
        code: 'MESSAGE_TOO_LARGE',
      })
    }
    expect(client.status.state).toBe('live')
    expect((await readTurn(client.run(id, 'y'.repeat(1024 * 1024 - 1024)))).end.type).toBe('turn_complete')
  })
})

describe('run with a clientTurnId that was used before', () => {
  const kept = async (id, turnId) =>
    (await each.world.eventsOf(id)).filter((event) => event.turnId === turnId).map(({ seq }) => seq)
  const seqs = (items) => durable(items).map(({ seq }) => seq)

  it('yields what is kept of a turn that is over', async () => {
    const { client } = await open()
    const id = await newSession(client)
    const first = await readTurn(client.run(id, 'demo:tools', { clientTurnId: 'mine' }))
    await readTurn(client.run(id, 'another'))
    const again = await readTurn(client.run(id, 'demo:tools', { clientTurnId: 'mine' }))
    expect(again.end).toEqual(first.end)
    expect(again.items[0]).toMatchObject({ type: 'turn_started', turnId: first.end.turnId })
    expect(seqs(again.items)).toEqual(await kept(id, first.end.turnId))
    // Another client, which has seen nothing of it, is told the same.
    const other = (await open()).client
    const theirs = await readTurn(other.run(id, 'demo:tools', { clientTurnId: 'mine' }))
    expect(seqs(theirs.items)).toEqual(seqs(again.items))
  })

  it('goes on to the end of a turn that began before', async () => {
    const { client } = await open()
    const id = await newSession(client)
    const { turnId } = await client.runTurn(id, 'demo:permission', { clientTurnId: 'mine' })
    let requests = []
    await vi.waitFor(async () => {
      requests = await client.listRequests({ status: 'pending' })
      expect(requests).toHaveLength(1)
    }, 10_000)
    const { items, end } = await readTurn(
      client.run(id, 'demo:permission', { clientTurnId: 'mine' }),
      async ({ type, requestId }) => {
        if (type === 'permission_requested') await client.respondPermission(id, requestId, { approved: true })
      },
    )
    expect(end).toMatchObject({ type: 'turn_complete', turnId })
    expect(seqs(items)).toEqual(await kept(id, turnId))
  })

  it('is told from where it began also while the session is joined', async () => {
    const { client } = await open()
    const id = await newSession(client)
    await client.join(id)
    const heard = []
    client.on('event', ({ seq }) => heard.push(seq))
    const first = await readTurn(client.run(id, 'one', { clientTurnId: 'mine' }))
    const again = await readTurn(client.run(id, 'one', { clientTurnId: 'mine' }))
    expect(again.end).toEqual(first.end)
    // Who listens is not told twice.
    expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b))
  })
})

describe('a turn whose answer was lost', () => {
  it('is sent again and is one turn', async () => {
    const { client, proxy } = await open()
    const id = await newSession(client)
    proxy.stall('down')
    const turn = client.runTurn(id, 'hello')
    const started = async () => (await each.world.eventsOf(id)).filter(({ type }) => type === 'turn_started')
    await vi.waitFor(async () => expect(await started()).toHaveLength(1), { timeout: 10_000 })
    proxy.cut('rst')
    const { turnId } = await turn
    expect(await started()).toMatchObject([{ turnId }])
  })

  it('is one turn however often the connection is cut', async () => {
    const { client, proxy } = await open()
    const id = await newSession(client)
    const turns = []
    for (let n = 0; n < 5; n++) {
      const turn = client.runTurn(id, `turn ${n}`)
      for (let cuts = 0; cuts < 3; cuts++) {
        proxy.cut(cuts % 2 === 0 ? 'rst' : 'fin')
        await new Promise((resolve) => setImmediate(resolve))
      }
      turns.push((await turn).turnId)
      await vi.waitFor(
        async () => {
          const events = await each.world.eventsOf(id)
          expect(events.filter(({ type }) => type === 'turn_complete')).toHaveLength(n + 1)
        },
        { timeout: 10_000 },
      )
    }
    const started = (await each.world.eventsOf(id)).filter(({ type }) => type === 'turn_started')
    expect(started.map(({ turnId }) => turnId)).toEqual(turns)
  })
})

describe('answers', () => {
  /** A turn that waits, and what it asks. */
  async function asking(client, prompt, type) {
    const id = await newSession(client)
    const turn = client.run(id, prompt)
    let request
    while (request?.type !== type) request = (await turn.next()).value
    return { id, turn, request }
  }

  it('are found over all sessions, and the first one counts', async () => {
    const { client } = await open()
    const other = (await open({ proxy: each.world })).client
    const { id, turn, request } = await asking(client, 'demo:permission', 'permission_requested')
    const { requestId } = request
    expect(await other.listRequests({ status: 'pending' })).toMatchObject([{ requestId, sessionId: id }])
    expect(await other.listAttention()).toMatchObject([{ sessionId: id, requestId, kind: 'permission' }])
    expect(await other.respondPermission(id, requestId, { approved: true, message: 'go on' })).toMatchObject({
      type: 'approval_resolved',
      approved: true,
      by: { userId: 'owner', via: 'ws' },
    })
    await expect(client.respondPermission(id, requestId, { approved: false })).rejects.toMatchObject({
      code: 'RequestAlreadyResolved',
      details: { outcome: 'approved', by: { userId: 'owner' }, at: expect.any(Number) },
    })
    const { items, end } = await readTurn(turn)
    expect(items.map(({ type }) => type)).toContain('approval_resolved')
    expect(end.finalText).toContain('Permission was given with the words “go on”')
    expect(await other.listRequests({ status: 'pending' })).toEqual([])
  })

  it('are given to questions by their ids', async () => {
    const { client } = await open()
    const { id, turn, request } = await asking(client, 'demo:question', 'question_requested')
    await client.answerQuestion(id, request.requestId, { answers: { strategy: 'big-bang' } })
    expect((await readTurn(turn)).end.finalText).toContain('“big-bang”')
    const second = await asking(client, 'demo:question', 'question_requested')
    await client.answerQuestion(second.id, second.request.requestId, { dismissed: true })
    expect((await readTurn(second.turn)).end.finalText).toContain('You dismissed the questions')
  })

  it('fail when it is not known whether they came through', async () => {
    const { client, proxy } = await open()
    const { id, request } = await asking(client, 'demo:permission', 'permission_requested')
    proxy.stall('down')
    const answer = client.respondPermission(id, request.requestId, { approved: true })
    await vi.waitFor(
      async () =>
        expect((await each.world.eventsOf(id)).map(({ type }) => type)).toContain('approval_resolved'),
      { timeout: 10_000 },
    )
    proxy.cut('rst')
    await expect(answer).rejects.toMatchObject({ code: 'ConnectionLost' })
  })
})

describe('a running turn', () => {
  it('can be steered and stopped', async () => {
    const { client } = await open()
    const id = await newSession(client)
    const turn = client.run(id, 'demo:slow')
    await turn.next()
    await expect(client.runTurn(id, 'another')).rejects.toMatchObject({ code: 'TurnInProgress' })
    expect(await client.steer(id, 'Leave the tests')).toMatchObject({ content: 'Leave the tests' })
    expect(await client.stopTurn(id)).toMatchObject({ type: 'stop_acknowledged', sessionId: id })
    const { items, end } = await readTurn(turn)
    expect(end).toMatchObject({ type: 'turn_complete', stopReason: 'user_stopped' })
    expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['steer_sent', 'stop_acknowledged']))
    await expect(client.stopTurn(id)).rejects.toMatchObject({ code: 'NoActiveTurn' })
    await expect(client.steer(id, 'x')).rejects.toMatchObject({ code: 'NoActiveTurn' })
  })
})

describe('how an agent works', () => {
  it('is set, and in the snapshot', async () => {
    const { client } = await open()
    const id = await newSession(client, { mode: 'ideate' })
    expect((await client.join(id)).mode).toBe('ideate')
    expect(await client.switchMode(id, 'plan')).toMatchObject({ mode: 'plan' })
    expect(await client.setAutonomyProfile(id, 'never_ask')).toMatchObject({ profile: 'never_ask' })
    expect(await client.updateSessionSettings(id, { coalesceMs: 25 })).toMatchObject({
      settings: { coalesceMs: 25 },
    })
    expect(await client.join(id)).toMatchObject({
      mode: 'plan',
      autonomyProfile: 'never_ask',
      settings: { coalesceMs: 25 },
    })
  })

  it('needs nobody when it may do everything', async () => {
    const { client } = await open()
    const id = await newSession(client)
    await client.setAutonomyProfile(id, 'never_ask')
    const { items, end } = await readTurn(client.run(id, 'demo:permission'))
    expect(items.map(({ type }) => type)).toContain('approval_resolved')
    expect(end.type).toBe('turn_complete')
  })

  it('is set again after a cut', async () => {
    const { client, proxy } = await open()
    const id = await newSession(client)
    proxy.stall('down')
    const settings = [client.switchMode(id, 'plan'), client.listRequests(), client.listSessions()]
    proxy.cut('rst')
    await next(client, 'status', ({ state }) => state === 'live')
    expect(await Promise.all(settings)).toMatchObject([{ mode: 'plan' }, [], { sessions: [{ id }] }])
  })
})
