import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import {
  attributeOf,
  formatRecordCursor,
  type LogRecord,
  parseRecordCursor,
} from '@signalbox/protocol/log-record'
import { describe, expect, it } from 'vitest'
import { changedLog } from '../../flows/testing.js'
import { TEST_TOKEN } from '../../http/testing.js'
import type { Log } from '../../log/log.js'
import { type DoorsOptions, notify, openDoors, openRequest, send } from '../rest/testing.js'
import { type Block, StreamReader } from './testing.js'

const PATH = '/api/logs/stream'
const replayed = ({ event }: Block) => event === 'replay_complete'
const isRecord = ({ data, event }: Block) => data !== undefined && event === undefined
const said = ({ data }: Block) => JSON.parse(data ?? '') as LogRecord
const named = (block: Block) => attributeOf(said(block), 'notify.type') ?? said(block).body.stringValue
const names = (blocks: Block[]) => blocks.filter(isRecord).map(named)
const windows = (blocks: Block[]) =>
  blocks.filter(isRecord).map((block) => attributeOf(said(block), 'gestalt.replay_window'))

/** Of 16 kB each: more than is kept in memory. */
const MANY = 200

/** From here on this end of a connection takes nothing, as with a reader that does not read, until it may go on. */
function takesNothing(socket: Socket): () => void {
  let goOn = () => {}
  socket._write = (chunk, encoding, done) => {
    goOn = () => void socket._write(chunk, encoding, done)
  }
  socket._writev = (chunks, done) => {
    goOn = () => void socket._writev?.(chunks, done)
  }
  return () => {
    Reflect.deleteProperty(socket, '_write')
    Reflect.deleteProperty(socket, '_writev')
    goOn()
  }
}

const ALL_BUT_THE_LAST = { olderThan: 0, maxBytes: 1 }

async function open(options: DoorsOptions = {}) {
  const doors = await openDoors(options)
  const { own, port } = doors
  const listen = (query = '', headers: Record<string, string> = {}) =>
    StreamReader.open(openRequest(port, { path: `${PATH}${query}`, headers }))
  const say = (name: string, type: string, more: Record<string, unknown> = {}) =>
    notify(port, { session_id: name, payload: { type, ...more } })
  const note = (message: string, severity: 'info' | 'error' = 'info') =>
    new Promise<void>((resolve) => {
      own.onWritten(() => resolve())
      own.take({ severity, message, fields: {} })
    })
  return { ...doors, listen, say, note }
}

describe('GET /api/logs/stream', () => {
  it('says how to come back, replays the last hour marked so, then what is written, each with its id', async () => {
    const { listen, say, note } = await open()
    await say('a', 'one')
    await note('a note')
    const stream = await listen()
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(await stream.next()).toEqual({ retry: '5000' })
    const before = await stream.until(replayed)
    expect(names(before)).toEqual(['one', 'a note'])
    expect(windows(before)).toEqual(['1h', '1h'])
    expect(before.at(-1)?.id).toBe(before.at(-2)?.id)
    await say('b', 'two')
    await note('another note')
    const live = [await stream.next(), await stream.next()].flatMap((block) => block ?? [])
    expect(names(live)).toEqual(['two', 'another note'])
    expect(windows(live)).toEqual([undefined, undefined])
    for (const block of live) expect(Object.keys(block)).toEqual(['id', 'data'])
    expect(live.map(({ id }) => parseRecordCursor(id ?? '')?.n)).toEqual([0, 2])
  })

  it('resumes after the last id, or a cursor in the address; or begins with what comes', async () => {
    const { listen, say } = await open()
    for (const type of ['one', 'two', 'three']) await say('a', type)
    const ids = (await (await listen()).until(replayed)).filter(isRecord).map(({ id }) => id ?? '')
    const cases: [
      why: string,
      query: string,
      headers: Record<string, string>,
      wanted: string[],
      mark?: string,
    ][] = [
      ['header', '', { 'last-event-id': ids[0] ?? '' }, ['two', 'three'], 'resume'],
      ['address', `?after=${ids[1]}`, {}, ['three'], 'resume'],
      ['the header wins', `?after=${ids[0]}&replay=1h`, { 'last-event-id': ids[1] ?? '' }, ['three'], '1h'],
      ['an empty header is none', '?replay=0', { 'last-event-id': '' }, []],
      ['nothing is replayed', '?replay=0', {}, []],
      ['a window', '?replay=7d', {}, ['one', 'two', 'three'], '7d'],
      ['a short one', '?replay=90s&type=two', {}, ['two'], '90s'],
      ['the end', '', { 'last-event-id': ids[2] ?? '' }, []],
    ]
    for (const [why, query, headers, wanted, mark] of cases) {
      const stream = await listen(query, headers)
      const blocks = await stream.until(replayed)
      expect(names(blocks), why).toEqual(wanted)
      expect(new Set(windows(blocks)), why).toEqual(new Set(wanted.length > 0 ? [mark] : []))
      stream.response.destroy()
    }
  })

  it('says so when a cursor means nothing here', async () => {
    const { listen, say, log } = await open()
    await say('a', 'one')
    const { epoch, head } = log
    for (const cursor of [
      '01994f3a-0000-7000-8000-00000000dead@1.0',
      formatRecordCursor({ epoch, offset: head + 1, n: 0 }),
    ]) {
      const stream = await listen('', { 'last-event-id': cursor })
      const blocks = await stream.until(replayed)
      expect(blocks[1]?.event, cursor).toBe('gap')
      expect(JSON.parse(blocks[1]?.data ?? '')).toMatchObject({ reason: 'epoch' })
      expect(names(blocks)).toEqual(['one'])
      stream.response.destroy()
    }
  })

  it('says so when something was removed that nobody had read, also behind one event', async () => {
    const { listen, say, note, log } = await open()
    await say('a', 'one')
    await note('first')
    const read = await (await listen()).until(replayed)
    for (const message of ['second', 'third', 'fourth']) await note(message)
    await log.notes.retain(ALL_BUT_THE_LAST)
    const stream = await listen('', { 'last-event-id': read.at(-1)?.id ?? '' })
    const blocks = await stream.until(replayed)
    expect(blocks[1]?.event).toBe('gap')
    expect(JSON.parse(blocks[1]?.data ?? '')).toMatchObject({ reason: 'retention' })
    expect(names(blocks)).toEqual(['fourth'])
    // Who begins anew has not missed anything.
    expect((await (await listen()).until(replayed)).map(({ event }) => event)).not.toContain('gap')
  })

  it('knows a cursor of its own, also where the main thread has not heard yet that this was written', async () => {
    const behind = (log: Log) =>
      changedLog(log, {
        get head() {
          return log.head - 1
        },
      })
    const { listen, say } = await open({ wrap: behind })
    await say('a', 'one')
    const before = await (await listen()).until(replayed)
    expect(names(before)).toEqual(['one'])
    const stream = await listen('', { 'last-event-id': before.at(-1)?.id ?? '' })
    expect((await stream.until(replayed)).map(({ event }) => event)).toEqual([undefined, 'replay_complete'])
  })

  it('tells the first who listens what was written during the replay, with nothing after it', async () => {
    const meanwhile: (() => Promise<unknown>)[] = []
    const busy = (log: Log) => {
      const logRecords: Log['reader']['logRecords'] = async (query) => {
        const page = await log.reader.logRecords(query)
        await meanwhile.pop()?.()
        return page
      }
      return changedLog(log, { reader: { ...log.reader, logRecords } })
    }
    const { listen, say } = await open({ wrap: busy })
    await say('a', 'one')
    meanwhile.push(() => say('a', 'two'))
    const stream = await listen()
    expect(names(await stream.until(replayed))).toEqual(['one'])
    expect(named((await stream.next()) ?? {})).toBe('two')
  })

  it('is of some records alone, replayed and live', async () => {
    const { listen, say, note, log } = await open()
    await say('a', 'new-plan')
    await say('b', 'two')
    await note('bad', 'error')
    const sessionId = await log.reader.resolve('local', 'a')
    const cases: [query: string, before: string[], after: string[]][] = [
      ['?session_id=a', ['new-plan'], ['new-plan', 'four']],
      [`?session_id=${sessionId}&type=four`, [], ['four']],
      ['?type=notify_new_plan', ['new-plan'], ['new-plan']],
      ['?level=error', ['bad'], ['worse']],
      ['?level=info', ['new-plan', 'two', 'bad'], ['new-plan', 'three', 'worse', 'four']],
    ]
    const streams = await Promise.all(cases.map(([query]) => listen(query)))
    for (const [index, stream] of streams.entries())
      expect(names(await stream.until(replayed)), cases[index]?.[0]).toEqual(cases[index]?.[1])
    await say('a', 'new-plan')
    await say('b', 'three')
    await note('worse', 'error')
    await say('a', 'four')
    for (const [index, stream] of streams.entries()) {
      const [query, , after = []] = cases[index] ?? []
      const heard: string[] = []
      while (heard.length < after.length) heard.push(named((await stream.next()) ?? {}))
      expect(heard, query).toEqual(after)
    }
  })

  it('refuses what it cannot follow, by name', async () => {
    const { port } = await open()
    const cases: [query: string, headers: Record<string, string>, status: number, field?: string][] = [
      ['?replay=1', {}, 400, 'replay'],
      ['?replay=999ms', {}, 400, 'replay'],
      ['?replay=8d', {}, 400, 'replay'],
      ['?replay=-1h', {}, 400, 'replay'],
      ['?level=x', {}, 400, 'level'],
      ['?after=x', {}, 400, 'after'],
      ['?q=x', {}, 400, 'q'],
      ['', { 'last-event-id': 'nonsense' }, 400, 'Last-Event-ID'],
      ['?session_id=nobody', {}, 404],
      ['', { authorization: '' }, 401],
    ]
    for (const [query, headers, status, field] of cases) {
      const answer = await send(port, { path: `${PATH}${query}`, headers })
      expect(answer.status, query).toBe(status)
      expect(JSON.parse(answer.text).field, query).toBe(field)
    }
  })

  it('loses and repeats nothing while records are written and readers come back', async () => {
    const { listen, say, note, records } = await open()
    const write = async (count: number) => {
      for (let n = 0; n < count; n += 10) {
        const several = Array.from({ length: 9 }, (_, k) => say(`s ${k % 3}`, `t${n + k}`))
        await Promise.all([...several, note(`note ${n}`)])
      }
    }
    const steady = await listen('?replay=0')
    await steady.until(replayed)
    await write(50)
    const writing = write(350)
    const seen: string[] = []
    let last: string | undefined
    for (const stop of [40, 120, 250, 400]) {
      const stream = await listen('', last === undefined ? {} : { 'last-event-id': last })
      while (seen.length < stop) {
        const block = (await stream.next()) ?? {}
        if (!isRecord(block)) continue
        seen.push(block.id ?? '')
        last = block.id
      }
      stream.response.destroy()
    }
    await writing
    const heard: string[] = []
    while (heard.length < 400) {
      const block = (await steady.next()) ?? {}
      if (isRecord(block)) heard.push(block.id ?? '')
    }
    expect(seen).toEqual(heard)
    expect(new Set(heard).size).toBe(400)
    const listed = await records.newest({ tenantId: 'local' }, 1000)
    const epoch = parseRecordCursor(heard[0] ?? '')?.epoch ?? ''
    expect(listed.map(({ offset, n }) => formatRecordCursor({ epoch, offset, n }))).toEqual(heard)
  })
})

describe('the end of a log stream', () => {
  it('leaves nothing behind when the client goes', async () => {
    const { listen, hub, streams, records, say } = await open()
    const stream = await listen()
    await stream.until(replayed)
    await expect.poll(() => records.tail('local').size).toBe(1)
    await say('a', 'one')
    await stream.next()
    stream.response.destroy()
    await expect.poll(() => [streams.size, hub.size, records.tail('local').size]).toEqual([0, 0, 0])
  })

  it('follows the deletion of the one session', async () => {
    const { listen, log, say } = await open()
    await say('a', 'one')
    const sessionId = (await log.reader.resolve('local', 'a')) ?? ''
    const stream = await listen('?session_id=a')
    await stream.until(replayed)
    await log.deleteSession('local', sessionId)
    expect(await stream.next()).toBeUndefined()
  })

  it('is told when the gateway stops', async () => {
    const { listen, streams, records } = await open()
    const stream = await listen()
    await stream.until(replayed)
    streams.close()
    expect((await stream.next())?.event).toBe('server_shutdown')
    expect(await stream.next()).toBeUndefined()
    await expect.poll(() => records.tail('local').size).toBe(0)
  })

  it('is not held up by a reader that does not read, and nothing is held for it', async () => {
    const { listen, app, port, say, streams, hub } = await open()
    /** A reader of whom the gateway's end of the connection is known too. */
    const connected = async () => {
      const accepted = once(app.server, 'connection') as Promise<[Socket]>
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      const [theirs] = await accepted
      const ask = () =>
        void socket.write(
          `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n\r\n`,
        )
      return { socket, theirs, ask }
    }
    const good = await listen()
    await good.until(replayed)
    const { socket, theirs, ask } = await connected()
    let slow = ''
    socket.on('data', (chunk: Buffer) => {
      slow += chunk.toString('latin1')
    })
    ask()
    await expect.poll(() => slow).toContain('event: replay_complete')
    const goOn = takesNothing(theirs)
    const text = 'x'.repeat(16_000)
    let heard = 0
    for (let written = 0; written < MANY; written += 20) {
      await Promise.all(Array.from({ length: 20 }, () => say('a', 'big', { text })))
      while (heard < written + 20) if (isRecord((await good.next()) ?? {})) heard += 1
    }
    expect(streams.size).toBe(2)
    // Neither for one that was there before, nor for one whose replay it is.
    const late = await connected()
    takesNothing(late.theirs)
    late.ask()
    const waiting = () => [...hub.subscribers].map(({ pendingBytes }) => pendingBytes)
    await expect.poll(() => waiting().filter((bytes) => bytes > text.length).length).toBe(2)
    for (const bytes of waiting()) expect(bytes).toBeLessThan(128 * 1024)
    late.socket.destroy()
    // It reads on, and gets all of them.
    goOn()
    await expect.poll(() => slow.split('\nid: ').length - 1).toBeGreaterThanOrEqual(MANY)
    socket.destroy()
  })

  it('pings', async () => {
    const { listen } = await open({ pingMs: 5 })
    const stream = await listen()
    expect((await stream.until(({ comment }) => comment !== undefined)).at(-1)).toEqual({ comment: 'ping' })
  })
})
