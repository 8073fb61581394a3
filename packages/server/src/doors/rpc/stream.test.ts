import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { validate } from '@signalbox/protocol'
import { RPC_NOTIFICATIONS, type RpcNotificationName } from '@signalbox/protocol/rpc'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sendBytes, TEST_TOKEN } from '../../http/testing.js'
import { draft, ingest } from '../../log/testing.js'
import { type Line, openRpcDoors, placed } from './stream.fixture.js'

const methods = (lines: (Line | undefined)[]) => lines.map((line) => line?.method)
const ended = (line: Line) => line.method === 'turn/completed'
const threadOf = (sessionId: string) => `thread_${sessionId}`

/** Fails on a line that is no notification of the contract. */
function check({ method, params }: Line): void {
  const row = RPC_NOTIFICATIONS[method as RpcNotificationName]
  expect(validate(row.params, params), `${method} ${JSON.stringify(params)}`).toBeUndefined()
}

describe('GET /rpc/stream', () => {
  it('sends its head before there is anything to say, and what happens as it happens', async () => {
    const { listen, turn, log } = await openRpcDoors()
    const stream = await listen()
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-cache',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    await turn('a', 't1')
    const lines = await stream.until(ended)
    expect(methods(lines)).toEqual([
      'thread/started',
      'turn/started',
      'item/created',
      'item/updated',
      'turn/completed',
    ])
    for (const line of lines) {
      check(line)
      expect(line.params).toMatchObject({ epoch: log.epoch, seq: expect.any(Number) })
    }
  })

  it('begins with the current thread, and says that it is paused', async () => {
    let state: 'running' | 'paused' = 'running'
    const { listen, thread, current, log, turn } = await openRpcDoors({ pause: () => ({ state }) })
    current.thread = await thread('a')
    const { seq = 0 } = (await log.snapshot(current.thread)) ?? {}
    await turn('b', 't1')
    const [first] = await (await listen()).until(() => true)
    expect(first).toMatchObject({
      jsonrpc: '2.0',
      method: 'thread/started',
      params: {
        ...{ thread_id: threadOf(current.thread), type: 'started', state: 'running' },
        ...{ seq, offset: log.head, epoch: log.epoch },
      },
    })
    check(first ?? {})
    state = 'paused'
    const two = await (await listen()).until(({ method }) => method === 'thread/paused')
    expect(methods(two)).toEqual(['thread/started', 'thread/paused'])
    two.forEach(check)
  })

  it('misses nothing of what happens once its head is there', async () => {
    const { listen, log, port } = await openRpcDoors()
    expect(port).toBeGreaterThan(0)
    const busy = Array.from({ length: 30 }, (_, n) => log.commit(ingest(`busy ${n % 3}`, [])))
    for (let n = 0; n < 30; n++) {
      const stream = await listen()
      await log.commit(ingest(`new ${n}`, []))
      const { sessionId } = await log.commit(ingest(`new ${n}`, []))
      const lines = await stream.until(({ params }) => params.thread_id === threadOf(sessionId))
      expect(lines.at(-1)?.method).toBe('thread/started')
      stream.vanish()
    }
    await Promise.all(busy)
  })

  it('begins with the one thread it is about, and tells nothing of others', async () => {
    const { listen, thread, current, turn } = await openRpcDoors()
    const [a, b] = [await thread('a'), await thread('b')]
    current.thread = b
    const stream = await listen(`?thread_id=${threadOf(a)}`)
    await turn('b', 't1')
    await turn('a', 't2')
    const lines = await stream.until(ended)
    expect(new Set(lines.map(({ params }) => params.thread_id))).toEqual(new Set([threadOf(a)]))
    expect(methods(lines).slice(0, 2)).toEqual(['thread/started', 'turn/started'])
  })

  it('says nothing of a thread that is closed, and finds threads by their names', async () => {
    const { listen, thread, log, current } = await openRpcDoors()
    current.thread = await thread('a')
    await log.commit({
      ...ingest('a', [draft('session_archived', {})]),
      session: { by: 'id', id: current.thread },
      command: true,
    })
    const stream = await listen('?thread_id=a')
    const all = await listen()
    await log.commit({
      ...ingest('a', [draft('session_unarchived', {})]),
      session: { by: 'id', id: current.thread },
      command: true,
    })
    for (const one of [stream, all]) expect((await one.next())?.method).toBe('thread/resumed')
  })

  it('keeps quiet streams open with a blank line', async () => {
    const { listen, turn } = await openRpcDoors({ pingMs: 5 })
    const stream = await listen()
    const next = stream.next()
    await expect.poll(() => stream.blanks, { interval: 5 }).toBeGreaterThan(2)
    await turn('a', 't1')
    expect((await next)?.method).toBe('thread/started')
  })

  it('passes on what stands for no event, in its place', async () => {
    const { listen, thread, turn, announce, log } = await openRpcDoors()
    const a = await thread('a')
    await thread('b')
    const streams = [await listen(), await listen('?thread_id=a'), await listen('?thread_id=b')]
    const [all, ofA, ofB] = streams
    await ofA?.next()
    await ofB?.next()
    await turn('a', 't1')
    const offset = log.head
    await announce('local', a, 'thread/paused', 'as asked')
    await turn('b', 't2')
    for (const stream of [all, ofA]) {
      const lines = (await stream?.until(({ method }) => method === 'thread/paused')) ?? []
      expect(methods(lines).at(-2)).toBe('turn/completed')
      expect(lines.at(-1)?.params).toMatchObject({ message: 'as asked', offset })
      check(lines.at(-1) ?? {})
    }
    expect((await ofB?.next())?.method).toBe('turn/started')
    await announce('local', '01994f3a-0000-7000-8000-00000000dead', 'thread/started')
    expect(log.health().state).toBe('ok')
  })

  it('tells of an item that grows: to who comes in the middle, all of it so far', async () => {
    const { listen, log } = await openRpcDoors()
    const piece = (text: string) =>
      log.commit(ingest('a', [draft('text_delta', { text }, { nativeTurnId: 't' })]))
    await log.commit(ingest('a', [draft('turn_started', {}, { nativeTurnId: 't' })]))
    await piece('one ')
    await piece('two ')
    const [all, one] = [await listen(), await listen('?thread_id=a')]
    await piece('three')
    await log.commit(ingest('a', [draft('turn_complete', { stopReason: 'end_turn' }, { nativeTurnId: 't' })]))
    for (const stream of [all, one]) {
      const lines = (await stream.until(ended)).filter(({ method }) => method?.startsWith('item/'))
      const texts = lines.map(({ method, params }) => [method, params.status, params.content.text])
      expect(texts[0]).toEqual(['item/created', 'active', 'one two '])
      expect(texts.at(-1)).toEqual(['item/updated', 'completed', 'one two three'])
      expect(new Set(lines.map(({ params }) => params.item_id)).size).toBe(1)
    }
  })
})

describe('a stream ends', () => {
  it('with where to resume when the gateway goes', async () => {
    const { listen, converse, turn, streams, log, hub } = await openRpcDoors()
    await turn('a', 't1')
    const [all, one, both] = [await listen(), await listen('?thread_id=a'), await converse()]
    await turn('a', 't2')
    streams.close('bye')
    const [ofAll, ofOne, ofBoth] = [await all.rest(), await one.rest(), await both.rest()]
    const { seq, offset, thread_id } = ofAll.at(-2)?.params ?? {}
    const reason = 'shutdown'
    const heard = `${log.epoch}@${offset}~${thread_id}:${seq}`
    expect(ofAll.at(-1)?.params).toEqual({ reason, cursor: heard })
    expect(ofOne.at(-1)?.params).toEqual({ reason, cursor: `${log.epoch}:${seq}` })
    expect(ofBoth.at(-1)?.params).toEqual({ reason, cursor: heard })
    await expect.poll(() => [streams.size, hub.size]).toEqual([0, 0])
  })

  it('when its one thread is deleted, after saying so', async () => {
    const { listen, thread, log, streams } = await openRpcDoors()
    const a = await thread('a')
    const [all, one] = [await listen(), await listen('?thread_id=a')]
    await one.next()
    await log.deleteSession('local', a)
    const lines = await one.rest()
    expect(methods(lines)).toEqual(['thread/closed', 'stream/closed'])
    expect(lines.at(-1)?.params).toMatchObject({ reason: 'deleted' })
    expect((await all.next())?.method).toBe('thread/closed')
    await expect.poll(() => streams.size).toBe(1)
  })

  it('for a device that is revoked', async () => {
    const { listen, streams, devices } = await openRpcDoors()
    const { device, token } = await devices.add('phone')
    const browser = {
      authorization: '',
      'sec-fetch-site': 'same-origin',
      cookie: `signalbox_device=${token}`,
    }
    const paired = await listen('', browser)
    await listen()
    streams.endDevice(device.id)
    expect(await paired.rest()).toMatchObject([{ method: 'stream/closed', params: { reason: 'revoked' } }])
    await expect.poll(() => streams.size).toBe(1)
  })

  it('when the log cannot be read while it joins, without harm to others', async () => {
    const { listen, log, turn, streams, faults } = await openRpcDoors()
    await turn('a', 't1')
    vi.spyOn(log.reader, 'readAll').mockRejectedValueOnce(new Error('broken'))
    expect(methods(await (await listen('?after=0')).rest())).toEqual(['stream/closed'])
    expect(methods(await (await listen('?after=0')).until(ended))).toHaveLength(5)
    expect([faults.length, streams.size]).toEqual([1, 1])
  })

  it('when its reader leaves, and nothing is left of it', async () => {
    const { listen, converse, streams, hub } = await openRpcDoors()
    const readers = [await listen(), await converse(), await listen('?after=0')]
    await expect.poll(() => hub.size).toBe(3)
    for (const reader of readers) reader.vanish()
    await expect.poll(() => [streams.size, hub.size]).toEqual([0, 0])
  })
})

describe('streams on one connection', () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"holon/status"}'
  const head = (port: number) => `Host: localhost:${port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n`
  const post = (port: number) =>
    `POST /rpc/stream HTTP/1.1\r\n${head(port)}Content-Length: ${body.length}\r\n\r\n${body}`

  it('end with it, also those that were asked for while another was open', async () => {
    const { port, streams, hub } = await openRpcDoors()
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /rpc/stream HTTP/1.1\r\n${head(port)}\r\n`.repeat(20))
    await expect.poll(() => [streams.size, hub.size]).toEqual([20, 20])
    // Its last line waits behind the others too.
    socket.write(post(port))
    await expect.poll(() => [streams.size, hub.size]).toEqual([21, 20])
    socket.destroy()
    await expect.poll(() => [streams.size, hub.size]).toEqual([0, 0])
  })

  it('leave nothing behind when they come one after the other', async () => {
    const { port, app } = await openRpcDoors()
    const connected = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const [connection] = (await connected) as [Socket]
    let first: number | undefined
    for (let n = 0; n < 12; n++) {
      socket.write(post(port))
      let text = ''
      while (!text.endsWith('\r\n0\r\n\r\n')) text += String((await once(socket, 'data'))[0])
      expect(text).toContain('"reason":"done"')
      first ??= connection.listenerCount('close')
    }
    await expect.poll(() => connection.listenerCount('close')).toBeLessThanOrEqual(first ?? 0)
  })

  it.each([
    ['HTTP/1.1', 'Connection: close\r\n'],
    ['HTTP/1.0', ''],
  ])('close it where the client asks for that, by %s', async (version, header) => {
    const { port } = await openRpcDoors()
    const asked = `POST /rpc/stream ${version}\r\n${head(port)}${header}Content-Length: ${body.length}\r\n\r\n`
    const text = await sendBytes(port, `${asked}${body}`)
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(text.match(/^connection: .*$/gim)).toEqual(['Connection: close'])
    expect(text).toContain('"reason":"done"')
  })
})

describe('resuming', () => {
  it('tells what came after a place in the log, or in one thread, and goes on', async () => {
    const { listen, turn, log } = await openRpcDoors()
    await turn('a', 't1')
    await turn('b', 't2')
    await turn('a', 't3')
    const replay = await listen('?after=0')
    const story: Line[] = []
    for (let turns = 0; turns < 3; turns++) story.push(...(await replay.until(ended)))
    const through = (stream: typeof replay, rest: Line[]) =>
      rest.length > 0 ? stream.until((line) => placed(line) === placed(rest.at(-1) ?? {})) : []
    // Of an event with several lines only the last has its place: who was cut off before is told all of them again.
    const after = (of: Line[], at: number) => of.slice(of[at]?.method === 'item/created' ? at : at + 1)
    for (const [at, { params }] of story.entries()) {
      const stream = await listen(`?after=${log.epoch}@${params.offset}`)
      const rest = after(story, at)
      expect((await through(stream, rest)).map(placed)).toEqual(rest.map(placed))
      if (rest.length > 0) continue
      await turn('c', 't4')
      expect(methods(await stream.until(ended))).toHaveLength(5)
    }
    const ofA = story.filter(({ params }) => params.thread_id === story[0]?.params.thread_id)
    for (const [at, { params }] of ofA.entries()) {
      const stream = await listen(`?thread_id=a&after=${log.epoch}:${params.seq}`)
      const rest = after(ofA, at)
      expect((await through(stream, rest)).map(placed)).toEqual(rest.map(placed))
    }
  })

  it('says that a place means nothing here, then tells everything there is', async () => {
    const { listen, turn, log } = await openRpcDoors()
    const { sessionId } = await turn('a', 't1')
    const { seq } = (await log.snapshot(sessionId)) ?? {}
    const other = '01994f3a-0000-7000-8000-00000000dead'
    const places = { oldest: `${log.epoch}@0`, head: `${log.epoch}@${log.head}`, epoch: log.epoch }
    const inThread = { oldest: `${log.epoch}:0`, head: `${log.epoch}:${seq}`, epoch: log.epoch }
    const table = [
      [`?after=${other}@1`, { reason: 'epoch', ...places }],
      [`?after=${log.epoch}@9999`, { reason: 'ahead', ...places }],
      [`?thread_id=a&after=${other}:1`, { reason: 'epoch', ...inThread, thread_id: threadOf(sessionId) }],
      ['?thread_id=a&after=9999', { reason: 'ahead', ...inThread, thread_id: threadOf(sessionId) }],
    ] as const
    for (const [query, params] of table) {
      const lines = await (await listen(query)).until(ended)
      expect(lines[0], query).toMatchObject({ method: 'stream/gap', params })
      expect(lines[0]?.params).toEqual(params)
      check(lines[0] ?? {})
      expect(methods(lines).slice(1, 3), query).toEqual(['thread/started', 'turn/started'])
    }
  })

  it('says what retention has removed, and from where nothing is missing', async () => {
    const retention = { maxAgeMs: -60_000, maxBytes: Number.MAX_SAFE_INTEGER, everyMs: 5 }
    const { listen, turn, log } = await openRpcDoors({ log: { retention } })
    const { sessionId } = await turn('a', 't1')
    await expect
      .poll(async () => (await log.reader.readAll('local', 0, 1)).events, { interval: 5 })
      .toEqual([])
    const kept = await log.reader.kept({ tenantId: 'local' })
    const base = await log.reader.kept({ tenantId: 'local', sessionId })
    expect(base).toBeGreaterThan(1)
    const [first] = await (await listen('?after=1')).until(() => true)
    expect(first).toMatchObject({
      method: 'stream/gap',
      params: { reason: 'retention', oldest: `${log.epoch}@${kept}`, head: `${log.epoch}@${log.head}` },
    })
    const [ofOne] = await (await listen('?thread_id=a&after=1')).until(() => true)
    expect(ofOne?.params).toMatchObject({ reason: 'retention', oldest: `${log.epoch}:${base}` })
    // From there on nothing is missing.
    const stream = await listen(`?after=${log.epoch}@${kept}`)
    const thread = await listen(`?thread_id=a&after=${log.epoch}:${base}`)
    await turn('a', 't2')
    for (const one of [stream, thread]) expect((await one.next())?.method).toBe('turn/started')
  })

  it('tells an item that grows as updated to who saw its beginning, and that the agent took the input', async () => {
    const { listen, log } = await openRpcDoors()
    const say = (type: Parameters<typeof draft>[0], data: Parameters<typeof draft>[1]) =>
      log.commit(ingest('a', [draft(type, data, { nativeTurnId: 't' })]))
    await say('turn_started', {})
    await say('user_message', { content: 'Go', via: 'test' })
    const asked = log.head
    await say('text_delta', { text: 'one ' })
    const seen = await log.commit(ingest('a', [draft('text_delta', { text: 'two ' }, { nativeTurnId: 't' })]))
    await say('text_delta', { text: 'three ' })
    const about = (line: Line | undefined) => [
      line?.method,
      line?.params.status,
      line?.params.content?.role,
      line?.params.content?.text,
    ]
    const resumed = await listen(`?thread_id=a&after=${seen.first?.seq}`)
    expect(about(await resumed.next())).toEqual(['item/updated', 'active', 'assistant', 'one two three '])
    // Of the log's places it cannot be said how many pieces were seen after one.
    const fromLog = await listen(`?after=${asked}`)
    expect(about(await fromLog.next())).toEqual(['item/updated', 'completed', undefined, undefined])
    expect(about(await fromLog.next())).toEqual(['item/created', 'active', 'assistant', 'one two three '])
    const earlier = await listen(`?after=${asked - 1}`)
    expect(about(await earlier.next())).toEqual(['item/created', 'pending', 'user', 'Go'])
    expect(about(await earlier.next())).toEqual(['item/updated', 'completed', undefined, undefined])
    expect(about(await earlier.next())).toEqual(['item/created', 'active', 'assistant', 'one two three '])
  })
})

describe('a plan', () => {
  it('is told as far as it is to who resumes, though its steps are not stored', async () => {
    const { listen, log } = await openRpcDoors()
    const say = (type: Parameters<typeof draft>[0], data: Parameters<typeof draft>[1] = {}) =>
      log.commit(ingest('a', [draft(type, data, { nativeTurnId: 't' })]))
    const step = { id: 's1', title: 'One', status: 'pending' }
    await say('turn_started')
    const stay = await listen('?thread_id=a')
    await say('plan_created', { planId: 'p', title: 'Plan', steps: [step] })
    const { head } = log
    const isPlan = (line: Line) => line.params.content?.type === 'plan'
    const until = (stream: typeof stay, status: string) =>
      stream.until((line) => isPlan(line) && line.params.content.steps[0].status === status)
    await until(stay, 'pending')
    await say('plan_step_completed', { planId: 'p', stepId: 's1' })
    const seen = (await until(stay, 'completed')).at(-1)
    // While the turn runs, and when it is over.
    for (const query of ['?thread_id=a&after=0', '?after=0', `?after=${head}`]) {
      const lines = await until(await listen(query), 'completed')
      expect(lines.filter(isPlan).at(-1)?.params.item_id, query).toBe(seen?.params.item_id)
    }
    await say('turn_complete', { stopReason: 'end_turn' })
    for (const query of ['?thread_id=a&after=0', '?after=0', `?after=${head}`]) {
      const lines = await until(await listen(query), 'completed')
      for (const field of ['seq', 'offset']) {
        const places = lines.map(({ params }) => params[field] as number)
        expect(places, `${field} ${query}`).toEqual([...places].sort((a, b) => a - b))
      }
      check(lines.at(-1) ?? {})
    }
    // Told as far as it came before the turn is over; who was there then is not told again.
    const over = (await (await listen('?thread_id=a&after=0')).until(ended)).at(-2)
    expect(over?.params).toMatchObject({ item_id: seen?.params.item_id, status: 'completed' })
    const { seq } = (await stay.until(ended)).at(-1)?.params ?? {}
    const again = [`?thread_id=a&after=${log.epoch}:${seq}`, `?after=${log.epoch}@${log.head}`]
    const quiet = await Promise.all([...again, ...again].map((query) => listen(query)))
    // Who heard of its last step is not told again.
    const known = await listen(`?thread_id=a&after=${seen?.params.seq}`)
    await log.commit(ingest('a', [draft('turn_started', {}, { nativeTurnId: 'next' })]))
    expect(methods(await known.until(({ method }) => method === 'turn/started'))).toEqual([
      'turn/completed',
      'turn/started',
    ])
    for (const reader of quiet) expect((await reader.next())?.method).toBe('turn/started')
  })
})

describe('a reader that is too slow', () => {
  it('is told where to resume, and loses and repeats nothing; others are not held up', async () => {
    const { listen, turn, thread, streams, hub } = await openRpcDoors({
      hub: { stallLimitMs: 1000, stallCheckMs: 50 },
    })
    const last = threadOf(await thread('last'))
    const isEnd = (line: Line) => ended(line) && line.params.thread_id === last
    const [slow, quick] = [await listen(), await listen()]
    slow.response.socket.pause()
    const reading = quick.until(isEnd)
    // More than the kernel takes on both sides.
    for (let n = 0; hub.size > 1; n++) await turn(`thread ${n % 5}`, `t${n}`, 20)
    for (let n = 0; n < 5; n++) await turn('after', `after ${n}`)
    await turn('last', 'end')
    const story = await reading
    slow.response.socket.resume()
    const before = await slow.rest()
    const closed = before.pop()
    expect(closed).toMatchObject({ method: 'stream/closed', params: { reason: 'slow' } })
    check(closed ?? {})
    const after = await (await listen(`?after=${closed?.params.cursor}`)).until(isEnd)
    expect([...before, ...after].map(placed)).toEqual(story.map(placed))
    await expect.poll(() => streams.size).toBe(2)
  })

  it('is cut off when it does not even read that', async () => {
    const { listen, turn, thread, hub, streams } = await openRpcDoors({
      hub: { stallLimitMs: 1000, stallCheckMs: 50 },
    })
    await thread('a')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => void timers.mockRestore())
    const reader = await listen('?thread_id=a')
    reader.response.socket.pause()
    for (let n = 0; hub.size > 0; n++) await turn('a', `t${n}`, 50)
    expect(streams.size).toBe(1)
    const cut = timers.mock.calls.find(([, ms]) => ms === 30_000)?.[0]
    if (typeof cut === 'function') cut()
    await expect.poll(() => streams.size).toBe(0)
  })
})
