import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { TEST_TOKEN } from '../../http/testing.js'
import type { Hub } from '../../hub/hub.js'
import { sessionTopic } from '../../hub/topics.js'
import { draft, ingest, readEvents } from '../../log/testing.js'
import { type DoorsOptions, notify, openDoors, openRequest, send } from '../rest/testing.js'
import { type Block, StreamReader } from './testing.js'

const PATH = '/api/sessions/Codex%201/events/stream'
const replayed = ({ event }: Block) => event === 'replay_complete'
const seqOf = ({ data }: Block) => JSON.parse(data ?? '').seq as number
const say = (n: number) => ({ session_id: 'Codex 1', payload: { type: 'x', n } })

async function open(options: DoorsOptions = {}) {
  const doors = await openDoors({ sessions: ['Codex 1'], ...options })
  const { log, port } = doors
  const sessionId = (await log.reader.resolve('local', 'Codex 1')) ?? ''
  const listen = (path = PATH, headers: Record<string, string> = {}) =>
    StreamReader.open(openRequest(port, { path, headers }))
  const append = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        log.commit(ingest('Codex 1', [draft('message_complete', { text: `${n}` })])),
      ),
    )
  return { ...doors, sessionId, listen, append, topic: sessionTopic(sessionId) }
}

/** Resolves when a subscriber is taken off the hub. */
function removal(hub: Hub): Promise<void> {
  return new Promise((resolve) => {
    const remove = hub.remove.bind(hub)
    hub.remove = (subscriber) => {
      remove(subscriber)
      resolve()
    }
  })
}

describe('GET /api/sessions/:id/events/stream', () => {
  it('says how to come back, that nothing is replayed, then what happens', async () => {
    const { listen, port, log, sessionId } = await open()
    const stream = await listen()
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(await stream.next()).toEqual({ retry: '5000' })
    expect(await stream.next()).toEqual({
      id: `${log.epoch}:1`,
      event: 'replay_complete',
      data: JSON.stringify({ type: 'replay_complete', sessionId, lastSeq: 1, epoch: log.epoch }),
    })
    await notify(port, { ...say(1), raw: 'r' })
    const block = await stream.next()
    expect(block).toEqual({ id: `${log.epoch}:2`, data: expect.any(String) })
    expect(JSON.parse(block?.data ?? '')).toMatchObject({
      type: 'notify_event',
      sessionId,
      seq: 2,
      notify: { payload: { n: 1 } },
    })
    expect(block?.data).not.toContain('raw')
  })

  it('resumes after the last id, or after a seq, or from the beginning', async () => {
    const { listen, append, log } = await open()
    await append(20)
    const head = (await readEvents(log, (await log.reader.resolve('local', 'Codex 1')) ?? '')).length
    const cases: [why: string, path: string, headers: Record<string, string>, after: number][] = [
      ['header', PATH, { 'last-event-id': `${log.epoch}:5` }, 5],
      ['bare seq in the header', PATH, { 'last-event-id': '5' }, 5],
      ['address', `${PATH}?after=7`, {}, 7],
      ['cursor in the address', `${PATH}?after=${log.epoch}:7`, {}, 7],
      ['the header wins', `${PATH}?after=0`, { 'last-event-id': `${log.epoch}:9` }, 9],
      ['an empty header is none', `${PATH}?after=${head - 1}`, { 'last-event-id': '' }, head - 1],
      ['all', `${PATH}?after=0`, {}, 0],
    ]
    for (const [why, path, headers, after] of cases) {
      const stream = await listen(path, headers)
      const blocks = (await stream.until(replayed)).slice(1)
      expect(blocks.at(-1)?.id, why).toBe(`${log.epoch}:${head}`)
      expect(blocks.slice(0, -1).map(seqOf), why).toEqual(
        Array.from({ length: head - after }, (_, n) => after + n + 1),
      )
      stream.response.destroy()
    }
  })

  it('says so when a cursor means nothing here, and replays all that is kept', async () => {
    const { listen, append, log } = await open()
    await append(3)
    for (const cursor of ['01994f3a-0000-7000-8000-00000000dead:3', `${log.epoch}:999`]) {
      const stream = await listen(PATH, { 'last-event-id': cursor })
      const [, gap, first] = await stream.until(replayed)
      expect([gap?.event, JSON.parse(gap?.data ?? '').reason], cursor).toEqual(['gap', 'epoch'])
      expect(seqOf(first ?? {}), cursor).toBe(1)
      stream.response.destroy()
    }
  })

  it('refuses a cursor that is none, by name, as a problem', async () => {
    const { port } = await open()
    const cases: [path: string, headers: Record<string, string>, field: string][] = [
      [`${PATH}?after=x`, {}, 'after'],
      [`${PATH}?after=-1`, {}, 'after'],
      [`${PATH}?since=1`, {}, 'since'],
      [PATH, { 'last-event-id': 'nonsense' }, 'Last-Event-ID'],
    ]
    for (const [path, headers, field] of cases) {
      const answer = await send(port, { path, headers })
      expect([answer.status, JSON.parse(answer.text).field], path).toEqual([400, field])
    }
    expect((await send(port, { path: PATH, headers: { authorization: 'Bearer x' } })).status).toBe(401)
  })

  it('loses and repeats nothing while events arrive and readers come back', async () => {
    const { listen, append, log, sessionId } = await open()
    await append(300)
    const writing = append(700)
    const seen: number[] = []
    let last = `${log.epoch}:0`
    for (const stop of [100, 350, 600, 1001]) {
      const stream = await listen(PATH, { 'last-event-id': last })
      for (let block = await stream.next(); block; block = await stream.next()) {
        if (block.id === undefined || block.event !== undefined) continue
        seen.push(seqOf(block))
        last = block.id
        if (seqOf(block) >= stop) break
      }
      stream.response.destroy()
    }
    await writing
    const stored = (await readEvents(log, sessionId))
      .map(({ seq }) => seq)
      .filter((seq) => seq <= (seen.at(-1) ?? 0))
    expect(seen).toEqual(stored)
  })

  it('pings', async () => {
    const { listen } = await open({ pingMs: 5 })
    const stream = await listen()
    expect((await stream.until(({ comment }) => comment !== undefined)).at(-1)).toEqual({ comment: 'ping' })
  })
})

describe('the end of a stream', () => {
  it('leaves nothing behind when the client goes', async () => {
    const { listen, hub, topic, streams } = await open()
    const stream = await listen()
    await stream.until(replayed)
    expect([hub.count(topic), streams.size]).toEqual([1, 1])
    const removed = removal(hub)
    stream.response.destroy()
    await removed
    expect([hub.count(topic), streams.size]).toEqual([0, 0])
  })

  it('leaves nothing behind when the client goes in the middle of its replay', async () => {
    const { listen, hub, topic, streams, append, log } = await open()
    await append(1500)
    let release = () => undefined as unknown
    const held = new Promise((resolve) => {
      release = () => resolve(undefined)
    })
    const replay = log.reader.replay.bind(log.reader)
    const reading = new Promise<void>((started) => {
      log.reader.replay = async (...args) => {
        started()
        await held
        return replay(...args)
      }
    })
    const stream = await listen(`${PATH}?after=0`)
    await reading
    const removed = removal(hub)
    stream.response.destroy()
    await removed
    const removedAgain = removal(hub)
    release()
    await removedAgain
    expect([hub.count(topic), streams.size, [...hub.subscribers].length]).toEqual([0, 0, 0])
  })

  it('comes for a reader that does not read, and for nobody else', async () => {
    const { listen, hub, topic, port, log } = await open()
    const good = await listen()
    await good.until(replayed)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.pause()
    const removed = removal(hub)
    let last = 0
    const reading = (async () => {
      for (let block = await good.next(); block; block = await good.next()) {
        if (block.data !== undefined) last = seqOf(block)
      }
    })()
    let gone = false
    removed.then(() => {
      gone = true
    })
    while (!gone)
      await log.commit(ingest('Codex 1', [draft('message_complete', { text: 'x'.repeat(1024 * 1024) })]))
    expect(hub.count(topic)).toBe(1)
    const { first } = await log.commit(ingest('Codex 1', [draft('message_complete', { text: 'last' })]))
    const deleted = log.deleteSession('local', (await log.reader.resolve('local', 'Codex 1')) ?? '')
    await Promise.all([deleted, reading])
    expect(last).toBeGreaterThan(first?.seq ?? 0)
    socket.destroy()
  })

  it('follows the deletion of the session', async () => {
    const { listen, log, sessionId, port } = await open()
    const stream = await listen()
    await stream.until(replayed)
    await log.deleteSession('local', sessionId)
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({
      type: 'session_deleted',
      sessionId,
    })
    expect(await stream.next()).toBeUndefined()
    expect((await send(port, { path: PATH })).status).toBe(404)
  })

  it('is told when the gateway stops, which waits for no reader', async () => {
    const { listen, streams, app, port } = await open()
    const stream = await listen()
    await stream.until(replayed)
    streams.close()
    const told = await stream.next()
    expect([told?.event, JSON.parse(told?.data ?? '').reason]).toEqual(['server_shutdown', 'shutdown'])
    expect(await stream.next()).toBeUndefined()
    expect((await send(port, { path: PATH })).status).toBe(503)
    await app.close()
  })

  it('comes for a device that is revoked', async () => {
    const { listen, streams, devices } = await open()
    const { device, token } = await devices.add('phone')
    const browser = {
      authorization: '',
      'sec-fetch-site': 'same-origin',
      cookie: `signalbox_device=${token}`,
    }
    const [paired, owner] = [await listen(PATH, browser), await listen()]
    await Promise.all([paired.until(replayed), owner.until(replayed)])
    streams.endDevice(device.id)
    expect(await paired.next()).toBeUndefined()
    expect(streams.size).toBe(1)
  })
})
