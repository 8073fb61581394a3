import { once } from 'node:events'
import { connect } from 'node:net'
import { type JsonObject, SignalboxError } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { TEST_TOKEN } from '../../http/testing.js'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { draft, ingest } from '../../log/testing.js'
import type { Methods } from './methods/rpc-methods.js'
import { type Line, LineReader, openRpcDoors, type RpcDoors } from './stream.fixture.js'

const shared = sharedLog()

/** The doors in front of the log all of these share. */
const open = (options: Parameters<typeof openRpcDoors>[0] = {}) =>
  openRpcDoors({ ...options, log: shared.log })

const status = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'holon/status' })
const errors = (lines: Line[]) => lines.map(({ id, error }) => [id, error?.code])

/** A result that is there when the test says so. */
function later() {
  let resolve = (_result: JsonObject): void => {}
  const promise = new Promise<JsonObject>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve: (result: JsonObject) => resolve(result) }
}

/** Doors whose methods the test writes when it has them. */
async function openWith(
  makeCall: (doors: RpcDoors) => Methods['call'],
  options: Parameters<typeof openRpcDoors>[0] = {},
): Promise<RpcDoors> {
  let call: Methods['call'] = async () => ({})
  const doors = await open({ ...options, call: (...args) => call(...args) })
  call = makeCall(doors)
  return doors
}

describe('POST /rpc/stream', () => {
  it('answers while the body stays open, and begins with the head', async () => {
    const { converse } = await open()
    const client = await converse()
    expect(client.response.headers['content-type']).toBe('application/x-ndjson')
    for (const id of [1, 'two', 3.5]) {
      const lines = await client.call(id, 'signalbox/status', { a: [1] })
      expect(lines).toEqual([{ jsonrpc: '2.0', id, result: { name: 'holon/status', params: { a: [1] } } }])
    }
  })

  it('reads lines however they arrive: cut anywhere, with CRLF, blank ones between, no newline at the end', async () => {
    const { converse } = await open()
    const client = await converse()
    const texts = ['ä', '漢字', '🚦', 'plain']
    const body = Buffer.from(
      texts.map((text, id) => JSON.stringify({ ...status(id), params: { text } })).join('\r\n\r\n \t\n\n'),
    )
    for (const byte of body) {
      client.request.write(Buffer.from([byte]))
      // Bytes of one write may travel together; those of another turn of the loop need not.
      if (byte > 0x7f) await new Promise((resolve) => void setImmediate(resolve))
    }
    client.request.end()
    const lines = await client.rest()
    const answers = lines.filter(({ result }) => result !== undefined)
    expect(answers.map(({ result }) => result.params.text).sort()).toEqual([...texts].sort())
    expect(lines.at(-1)).toMatchObject({ method: 'stream/closed', params: { reason: 'done' } })
  })

  it('refuses a line that is no request, and goes on', async () => {
    const { converse } = await open()
    const client = await converse()
    const bad: [string | Buffer, number][] = [
      ['not json', -32700],
      [Buffer.from([0x22, 0xff, 0x22]), -32700],
      ['[]', -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"x"}', -32600],
      ['{"jsonrpc":"2.0","id":{},"method":"x"}', -32600],
      ['x'.repeat((1 << 20) + 1), -32600],
      [JSON.stringify({ ...status(1), pad: 'x'.repeat(2 << 20) }), -32600],
    ]
    for (const [line, code] of bad) {
      client.request.write(line)
      client.request.write('\n')
      expect(errors(await client.until(() => true))).toEqual([[null, code]])
    }
    const large = { ...status('large'), params: { text: 'x'.repeat(1 << 19) } }
    client.say(large)
    expect((await client.next())?.result.params.text).toHaveLength(1 << 19)
    expect((await client.call(2, 'nope')).at(-1)?.error).toEqual({
      code: -32601,
      message: 'Method not found',
    })
  })

  it('says at once that a line is too long, though its end never comes', async () => {
    const { converse, streams } = await open()
    const client = await converse()
    const chunk = Buffer.alloc(1 << 20, 'x')
    for (let sent = 0; sent < 8; sent++) {
      if (!client.request.write(chunk)) await once(client.request, 'drain')
    }
    expect(errors(await client.until(() => true))).toEqual([[null, -32600]])
    client.request.write('\n')
    expect((await client.call(1, 'holon/status')).length).toBe(1)
    client.vanish()
    await expect.poll(() => streams.size).toBe(0)
  })

  it('answers nobody who asked for no answer, however it went', async () => {
    const called: string[] = []
    const { converse } = await open({
      call: async (name) => {
        called.push(name)
        throw new SignalboxError('internal')
      },
    })
    const client = await converse()
    for (const id of [undefined, null]) {
      client.say({ jsonrpc: '2.0', id, method: 'thread/list' })
      client.say({ jsonrpc: '2.0', id, method: 'nope' })
    }
    expect(errors(await client.call(1, 'holon/status'))).toEqual([[1, -32603]])
    expect(called.filter((name) => name === 'thread/list')).toHaveLength(2)
  })

  it('has joined before it takes the first request', async () => {
    const { converse, turn, log } = await open()
    const { head } = log
    await turn('joined', 't1', 300)
    const lines = await (await converse(`?after=${head}`)).call(1, 'holon/status')
    expect(lines.at(-2)?.method).toBe('turn/completed')
    expect(lines.filter(({ method }) => method === 'item/created')).toHaveLength(300)
  })

  it('works with the fetch of Node', async () => {
    const { origin } = await open()
    const lines = new TransformStream<string, string>()
    const writer = lines.writable.getWriter()
    void writer.write(`${JSON.stringify(status(1))}\n`)
    const response = await fetch(`${origin}/rpc/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
      body: lines.readable.pipeThrough(new TextEncoderStream()),
      duplex: 'half',
    } as RequestInit)
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('"id":1,')
    void writer.write(`${JSON.stringify(status(2))}\n`)
    expect((await reader.read()).value).toContain('"id":2,')
    await writer.close()
    expect((await reader.read()).value).toContain('stream/closed')
    expect((await reader.read()).done).toBe(true)
  })
})

describe('the end of the body', () => {
  it('ends the stream at once where nothing was asked', async () => {
    const { converse, thread, current } = await open()
    current.thread = await thread('a')
    const client = await converse()
    client.request.end()
    expect((await client.rest()).map(({ method }) => method)).toEqual(['thread/started', 'stream/closed'])
  })

  it('ends it when everything is answered', async () => {
    const slow = later()
    const { converse } = await open({
      call: async (name) => (name === 'thread/read' ? slow.promise : {}),
    })
    const client = await converse()
    client.say({ ...status('slow'), method: 'thread/read' })
    client.say(status('quick'))
    client.request.end()
    expect((await client.next())?.id).toBe('quick')
    slow.resolve({})
    expect((await client.rest()).map(({ id, method }) => id ?? method)).toEqual(['slow', 'stream/closed'])
  })

  it('leaves it open while a turn it began is', async () => {
    const { converse, log, streams } = await openWith(({ log }) => async () => {
      const { sessionId } = await log.commit(
        ingest('own', [draft('turn_started', {}, { nativeTurnId: 't' })]),
      )
      return { turn_id: (await log.snapshot(sessionId))?.turn?.turnId ?? '' }
    })
    const client = await converse()
    client.say({ ...status(1), method: 'turn/start', params: { thread_id: 'own', input: [] } })
    client.request.end()
    expect((await client.until(({ id }) => id === 1)).at(-2)?.method).toBe('turn/started')
    expect(streams.size).toBe(1)
    const end = draft('turn_complete', { stopReason: 'end_turn' }, { nativeTurnId: 't' })
    await log.commit(ingest('own', [end]))
    expect((await client.rest()).map(({ method }) => method)).toEqual(['turn/completed', 'stream/closed'])
    await expect.poll(() => streams.size).toBe(0)
  })

  it('ends it where that turn is over already, or its thread is gone', async () => {
    const { converse } = await openWith(({ turn, log }) => async (_name, params) => {
      const { thread_id } = params as { thread_id: string }
      const { sessionId } = await turn(thread_id, 't1')
      if (thread_id === 'gone') await log.deleteSession('local', sessionId)
      return { turn_id: 'turn_1' }
    })
    for (const thread_id of ['over', 'gone']) {
      const client = await converse()
      client.say({ ...status(1), method: 'turn/start', params: { thread_id, input: [] } })
      client.request.end()
      expect((await client.rest()).at(-1)).toMatchObject({ method: 'stream/closed' })
    }
  })
})

describe('the order of a connection', () => {
  it('is notifications before the answer of who set them off, thousands of times, under load', async () => {
    const doors = await openWith(({ log }) => async (_name, params) => {
      const { n } = params as { n: number }
      const { first, sessionId } = await log.commit(
        ingest(`thread ${n % 7}`, [draft('agent_notification', { message: `${n}` })]),
      )
      return { seq: first?.seq ?? 0, sessionId }
    })
    const { converse, log } = doors
    for (let n = 0; n < 7; n++) await doors.thread(`thread ${n}`)
    const client = await converse()
    let busy = true
    const load = (async () => {
      while (busy) await log.commit(ingest('load', [draft('agent_notification', { message: 'x' })]))
    })()
    const count = 3000
    const sending = (async () => {
      for (let n = 0; n < count; n++) {
        const { writableNeedDrain } = client.request
        if (writableNeedDrain) await once(client.request, 'drain')
        client.say({ ...status(n), method: n % 2 ? 'thread/pause' : 'thread/list', params: { n } })
      }
    })()
    const told = new Set<string>()
    for (let answered = 0; answered < count; ) {
      const line = await client.next()
      if (line?.method) told.add(`${line.params.thread_id} ${line.params.seq}`)
      else {
        expect(told.has(`thread_${line?.result.sessionId} ${line?.result.seq}`), `${line?.id}`).toBe(true)
        answered++
      }
    }
    busy = false
    await Promise.all([sending, load])
  }, 60_000)

  it('begins what is about one thread in order, other threads beside it, and pausing between all', async () => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const { converse } = await open({
      call: (name, params) => {
        begun.push(`${name} ${(params as { thread_id?: string } | undefined)?.thread_id ?? ''}`)
        return new Promise((resolve) => void ends.push(() => resolve({})))
      },
    })
    const client = await converse()
    const say = (id: number, method: string, thread_id?: string) =>
      client.say({ jsonrpc: '2.0', id, method, params: { thread_id } })
    say(1, 'turn/start', 'a')
    say(2, 'thread/pause', 'a')
    say(3, 'turn/start', 'b')
    say(4, 'holon/pause')
    say(5, 'holon/status')
    const wait = (count: number) => expect.poll(() => begun.length).toBe(count)
    await wait(2)
    expect(begun).toEqual(['turn/start a', 'turn/start b'])
    ends[0]?.()
    await wait(3)
    ends[1]?.()
    ends[2]?.()
    await wait(4)
    expect(begun.at(-1)).toBe('holon/pause ')
    ends[3]?.()
    await wait(5)
    ends[4]?.()
    await client.until(({ id }) => id === 5)
  })

  it('does not keep a turn from being interrupted while its start is not answered', async () => {
    const begun = later()
    const { converse } = await open({ call: async (name) => (name === 'turn/start' ? begun.promise : {}) })
    const client = await converse()
    client.say({ ...status(1), method: 'turn/start', params: { thread_id: 'a' } })
    client.say({ ...status(2), method: 'turn/interrupt', params: { turn_id: 'turn_1' } })
    expect((await client.next())?.id).toBe(2)
    begun.resolve({ turn_id: 'turn_1' })
    expect((await client.next())?.id).toBe(1)
  })
})

describe('a client that does not read', () => {
  it('is not read either: so many requests are begun at once, no more', async () => {
    let begun = 0
    const ends: (() => void)[] = []
    const { converse } = await open({
      call: () => {
        begun++
        return new Promise((resolve) => void ends.push(() => resolve({})))
      },
    })
    const client = await converse()
    for (let n = 0; n < 1000; n++) client.say(status(n))
    await expect.poll(() => begun).toBe(64)
    const answered = client.until(({ id }) => id === 999)
    const ending = setInterval(() => {
      for (const end of ends.splice(0)) end()
      expect(begun).toBeLessThanOrEqual(1000)
    }, 1)
    await answered
    clearInterval(ending)
    expect(begun).toBe(1000)
  })

  it('is given large answers one after the other, each when there is room for it', async () => {
    let running = 0
    let most = 0
    const { converse } = await open({
      call: async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        return { text: 'x'.repeat(1 << 20) }
      },
    })
    const client = await converse()
    const last = 12
    for (let n = 1; n <= last; n++)
      client.say({ ...status(n), method: 'thread/read', params: { thread_id: 'a' } })
    await client.until(({ id }) => id === last)
    expect(most).toBe(1)
  })

  it('is closed with 10,000 requests unanswered, and nothing is left of it; others go on', async () => {
    let called = 0
    const answer = { text: 'x'.repeat(2000) }
    const { port, hub, streams, converse, faults } = await open({
      hub: { stallLimitMs: 500, stallCheckMs: 20 },
      call: async () => {
        called++
        return answer
      },
    })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    const head = `POST /rpc/stream HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${TEST_TOKEN}\r\ntransfer-encoding: chunked\r\n\r\n`
    socket.write(head)
    const line = `${JSON.stringify(status(1))}\n`
    for (let n = 0; n < 10_000; n++) socket.write(`${line.length.toString(16)}\r\n${line}\r\n`)
    await expect.poll(() => streams.size).toBe(1)
    await expect.poll(() => hub.size).toBe(0)
    expect(called).toBeLessThan(10_000)
    const other = await converse()
    expect(await other.call(1, 'holon/status')).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => streams.size).toBe(1)
    expect(faults).toEqual([])
  })

  it('may vanish in the middle of a line, or with requests under way', async () => {
    const ends: (() => void)[] = []
    const { converse, streams, hub, faults } = await open({
      call: () => new Promise((resolve) => void ends.push(() => resolve({}))),
    })
    const clients = await Promise.all(Array.from({ length: 10 }, () => converse()))
    for (const client of clients) {
      client.say(status(1))
      client.request.write('{"jsonrpc":')
    }
    await expect.poll(() => ends.length).toBe(10)
    for (const client of clients) client.vanish()
    await expect.poll(() => [streams.size, hub.size]).toEqual([0, 0])
    for (const end of ends) end()
    await new Promise((resolve) => void setImmediate(resolve))
    expect(faults).toEqual([])
  })
})

it('LineReader tells a stream that breaks off within a line', async () => {
  const { port } = await open()
  const { openRequest } = await import('../rest/testing.js')
  const reader = await LineReader.open(openRequest(port, { path: '/rpc' }).end())
  await expect(reader.rest()).rejects.toThrow('within a line')
})
