import type { GatewayState } from '@signalbox/protocol'
import { describe, expect, it, vi } from 'vitest'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { draft, ingest } from '../../log/testing.js'
import { type Line, openRpcDoors, type RpcDoors } from './stream.fixture.js'

const shared = sharedLog()
let stories = 0

const ended = (line: Line) => line.method === 'turn/completed'

describe('resuming in the middle of a growing text, with the cursor a closed stream of all threads gives', () => {
  /** A stream that was closed when it had heard two pieces of an answer, and how to say more of it. */
  async function closedInText() {
    const doors = await openRpcDoors({ log: shared.log })
    const [a, b] = [`a${++stories}`, `b${stories}`]
    const { listen, log, devices, streams } = doors
    const say = (type: Parameters<typeof draft>[0], data: Parameters<typeof draft>[1] = {}, name = a) =>
      log.commit(ingest(name, [draft(type, data, { nativeTurnId: `turn of ${name}` })]))
    const { device, token } = await devices.add('phone')
    const headers = {
      authorization: '',
      'sec-fetch-site': 'same-origin',
      cookie: `signalbox_device=${token}`,
    }
    const reader = await listen('', headers)
    for (const name of [b, a]) {
      await say('turn_started', {}, name)
      await say('user_message', { content: 'Go', via: 'test' }, name)
      await say('text_delta', { text: 'one ' }, name)
    }
    await say('text_delta', { text: 'two ' })
    const seen = await reader.until(({ params }) => params.content?.text === 'one two ')
    streams.endDevice(device.id)
    const cursor = String((await reader.rest()).at(-1)?.params.cursor)
    const { thread_id, seq, offset } = seen.at(-1)?.params ?? {}
    expect(cursor).toBe(`${log.epoch}@${offset}~${thread_id}:${seq}`)
    const resumed = async (after = cursor) =>
      (await (await listen(`?after=${after}`)).until(({ params }) => params.thread_id === thread_id)).at(-1)
    return { ...doors, a, say, cursor, seen, resumed, thread_id }
  }
  const told = (line: Line | undefined) => [line?.method, line?.params.status, line?.params.content?.text]

  it('it is told as updated: neither its beginning nor that the input was taken again', async () => {
    const { say, resumed, cursor, seen } = await closedInText()
    await say('text_delta', { text: 'three ' })
    expect(told(await resumed())).toEqual(['item/updated', 'active', 'one two three '])
    expect((await resumed())?.params.item_id).toBe(seen.at(-1)?.params.item_id)
    expect(told(await resumed(cursor.replace('thread_', '')))).toEqual(told(await resumed()))
    // A place in the log alone does not tell how much of it was heard.
    expect(told(await resumed(cursor.split('~')[0]))).toEqual(['item/updated', 'completed', undefined])
  })

  it('its end is told as its end, when it came meanwhile', async () => {
    const { say, listen, cursor, thread_id } = await closedInText()
    await say('text_delta', { text: 'three ' })
    await say('turn_complete', { stopReason: 'end_turn' })
    const rest = (await (await listen(`?after=${cursor}`)).until(ended)).filter(
      ({ params }) => params.thread_id === thread_id,
    )
    expect(rest.map(told)).toEqual([
      ['item/updated', 'completed', 'one two three '],
      ['turn/completed', undefined, undefined],
    ])
  })

  it('what is heard of a thread that is not there, or never came so far, counts for nothing', async () => {
    const { resumed, cursor, thread_id, listen, a } = await closedInText()
    const whole = told(await resumed(cursor.split('~')[0]))
    expect(told(await resumed(cursor.replace(/:\d+$/, ':9999')))).toEqual(whole)
    const unknown = cursor.replace(thread_id, 'thread_01994f3a-0000-7000-8000-00000000dead')
    expect(told(await resumed(unknown))).toEqual(whole)
    const bad = await listen(`?after=${cursor}x`)
    expect(bad.response.statusCode).toBe(400)
    bad.vanish()
    const ofThread = await listen(`?thread_id=${a}&after=${cursor}`)
    expect(ofThread.response.statusCode).toBe(400)
    ofThread.vanish()
  })
})

describe('resuming while the gateway is paused, or when it was', () => {
  it('tells so after the replay, of the thread the stream is about or the current one', async () => {
    let gateway: GatewayState = { state: 'running' }
    const doors = await openRpcDoors({ log: shared.log, pause: () => gateway })
    const { listen, log, turn, current } = doors
    const name = `paused ${++stories}`
    const { sessionId } = await turn(name, 'first')
    current.thread = sessionId
    const { seq = 0, ts = 0 } = (await log.snapshot(sessionId)) ?? {}
    const queries = [`?after=${log.epoch}@${log.head}`, `?thread_id=${sessionId}&after=${log.epoch}:${seq}`]
    await turn(name, 'second')
    const toldBy = async (query: string) => {
      const reader = await listen(query)
      const lines = await reader.until(ended)
      const next = reader.next()
      await turn(name, `more ${++stories}`)
      const after = await next
      reader.vanish()
      expect(lines.some(({ method }) => method?.startsWith('thread/'))).toBe(false)
      return after?.method
    }
    for (const query of queries) expect(await toldBy(query)).toBe('turn/started')
    gateway = { state: 'paused', pausedAt: ts + 1 }
    for (const query of queries) expect(await toldAfterReplay(await listen(query))).toBe('thread/paused')
    gateway = { state: 'running', pausedAt: ts + 1, resumedAt: Date.now() + 1000 }
    for (const query of queries) expect(await toldAfterReplay(await listen(query))).toBe('thread/resumed')
    // Another stands in no need of it.
    delete current.thread
    expect(await toldBy(queries[0] ?? '')).toBe('turn/started')
  })

  const toldAfterReplay = async (reader: Awaited<ReturnType<RpcDoors['listen']>>) => {
    const lines = await reader.until(({ method }) => method?.startsWith('thread/') === true)
    reader.vanish()
    expect(lines.at(-2)?.method).toBe('turn/completed')
    return lines.at(-1)?.method
  }
})

describe('resuming when a thread was deleted meanwhile', () => {
  it('tells that something is gone, then what is there; nothing of it to who heard something since', async () => {
    const { listen, log, turn } = await openRpcDoors()
    const { sessionId } = await turn('kept', 'first')
    const gone = await turn('gone', 'second')
    const nextMs = (from = Date.now()) => expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(from)
    const { head } = log
    await nextMs()
    await log.deleteSession('local', gone.sessionId)
    await nextMs()
    await turn('kept', 'third')
    const lines = await (await listen(`?after=${log.epoch}@${head}`)).until(ended)
    expect(lines[0]).toMatchObject({
      method: 'stream/gap',
      params: {
        reason: 'deleted',
        oldest: `${log.epoch}@${head}`,
        head: `${log.epoch}@${log.head}`,
        epoch: log.epoch,
      },
    })
    expect(lines[1]?.method).toBe('turn/started')
    const quiet = [
      `?after=${log.epoch}@${log.head}`,
      `?thread_id=${sessionId}&after=${log.epoch}:${lines.at(-1)?.params.seq}`,
    ]
    const readers = await Promise.all(quiet.map((query) => listen(query)))
    const all = await listen('?after=0')
    await turn('kept', 'fourth')
    for (const reader of readers) expect((await reader.next())?.method).toBe('turn/started')
    expect((await all.next())?.method).toBe('thread/started')
  })
})

describe('a stream that ends before it told anything, after a place that means nothing here', () => {
  const other = '01994f3a-0000-7000-8000-00000000dead'
  const closedAt = async ({ listen, streams }: RpcDoors, query: string) => {
    const reader = await listen(query)
    const gap = await reader.next()
    streams.close()
    const closed = (await reader.rest()).at(-1)
    expect([gap?.method, closed?.method]).toEqual(['stream/gap', 'stream/closed'])
    return String(closed?.params.cursor)
  }

  it.each([
    ['of another log', `${other}@500`],
    ['of a thread of another log', `${other}@500~thread_${other}:7`],
    ['ahead of this one', '500'],
  ])('is at the beginning of this log: %s', async (_what, after) => {
    const first = await openRpcDoors()
    const cursor = await closedAt(first, `?after=${after}`)
    expect(cursor).toBe(`${first.log.epoch}@0`)
    await first.turn('a', 't1')
    const { listen } = await openRpcDoors({ log: first.log })
    const [next] = await (await listen(`?after=${cursor}`)).until(ended)
    expect(next).toMatchObject({ method: 'thread/started' })
  })

  it('is at the beginning of its thread', async () => {
    const doors = await openRpcDoors()
    await doors.thread('a')
    // The log is looked at, but nothing of it is told.
    vi.spyOn(doors.log.reader, 'read').mockResolvedValue({ events: [], more: false })
    const cursor = await closedAt(doors, `?thread_id=a&after=${other}:500`)
    expect(cursor).toBe(`${doors.log.epoch}:0`)
  })

  it('keeps a place that means something', async () => {
    const { listen, log, streams, turn } = await openRpcDoors()
    await turn('a', 't1')
    const reader = await listen(`?after=${log.epoch}@${log.head}`)
    streams.close()
    expect((await reader.rest()).at(-1)?.params.cursor).toBe(`${log.epoch}@${log.head}`)
  })
})
