import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openLog } from '../../packages/server/dist/log/open-log.js'
import { draft, ingest } from '../../packages/server/dist/log/testing.js'
import { eachWorld } from './each-world.mjs'
import { next, openClient } from './world.mjs'

const each = eachWorld()
const { open } = each

const post = (n, session = 'Codex 1') => each.world.notify(session, { type: 'note', n })

async function take(stream, count) {
  const items = []
  for await (const item of stream) if (items.push(item) === count) break
  return items
}

/** Resolves when a kind was told so many times. */
function countdown(client, kind, times) {
  let left = times
  return next(client, kind, () => {
    left -= 1
    return left === 0
  })
}

describe('commands', () => {
  it('do what they say', async () => {
    const { client } = await open()
    const { id } = await client.createSession({ agentType: 'demo', name: 'first', cwd: '/tmp' })
    expect(await client.renameSession(id, 'second')).toMatchObject({ id, name: 'second' })
    expect(await client.archiveSession(id)).toMatchObject({ archived: true })
    expect((await client.listSessions()).sessions).toEqual([])
    expect((await client.listSessions({ includeArchived: true })).sessions).toMatchObject([{ id }])
    expect(await client.unarchiveSession(id)).toMatchObject({ archived: false })
    expect((await client.ping(5)).clientTs).toBe(5)
    expect(await client.pauseSession(id)).toMatchObject({ paused: true })
    await expect(client.runTurn(id, 'Hello')).rejects.toMatchObject({ message: 'thread is paused' })
    expect(await client.resumeSession(id)).toMatchObject({ paused: false })
    expect(await client.pauseGateway()).toMatchObject({ state: 'paused' })
    expect(await client.gatewayState()).toMatchObject({ state: 'paused' })
    await expect(client.runTurn(id, 'Hello')).rejects.toMatchObject({ code: 'Paused', message: 'paused' })
    expect(await client.resumeGateway()).toMatchObject({ state: 'running' })
    await client.deleteSession(id)
    await expect(client.readEvents(id)).rejects.toMatchObject({ code: 'SessionNotFound' })
  })

  it('read page by page, by the name a session has for its sender', async () => {
    for (const name of ['a', 'b', 'c']) {
      await each.world.notify(name, { type: 'agent-turn-complete', 'last-assistant-message': `Did ${name}.` })
    }
    const { client } = await open()
    const names = []
    for await (const { name } of client.sessions({ limit: 2 })) names.push(name)
    expect(names.sort()).toEqual(['a', 'b', 'c'])
    expect((await client.history('a')).items).toMatchObject([{ content: 'Did a.' }])
    const first = await client.readEvents('a', { limit: 2 })
    expect(first).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }], next: 2 })
    expect((await client.readEvents('a', { types: ['turn_complete'] })).events).toMatchObject([
      { type: 'turn_complete', finalText: 'Did a.' },
    ])
  })
})

describe('both namings', () => {
  it('are one to who listens, reads and iterates', async () => {
    await post(1)
    await each.world.restart(async (dataDir) => {
      const log = await openLog({ dataDir })
      await log.commit(ingest('Codex 1', [draft('message_complete', { text: 'Hello.' })]))
      await log.close()
    })
    for (const naming of ['snake', 'dot']) {
      const { client } = await open({ naming })
      const heard = new Promise((resolve) => client.onEvent('message_complete', resolve))
      await client.join('Codex 1', { afterSeq: 0 })
      expect(await heard).toMatchObject({ text: 'Hello.' })
      const { events } = await client.readEvents('Codex 1')
      expect(events.map(({ type }) => type)).toContain('message_complete')
      const streamed = await take(client.follow('Codex 1', { afterSeq: 0 }), events.length)
      expect(streamed.map(({ type }) => type)).toEqual(events.map(({ type }) => type))
    }
  })
})

describe('many sessions', () => {
  const MANY = 300

  it('are resumed with a handful of messages, each from its own cursor', async () => {
    const names = Array.from({ length: MANY }, (_, n) => `s${n}`)
    for (const name of names) await post(0, name)
    const counted = []
    class Counting extends WebSocket {
      constructor(url) {
        super(url)
        counted.push(0)
      }
      send(data, ...more) {
        counted[counted.length - 1] += 1
        super.send(data, ...more)
      }
    }
    const { client, proxy } = await open({ WebSocket: Counting })
    const errors = []
    client.on('error', (error) => errors.push(error))
    const joined = countdown(client, 'replayed', MANY)
    const snapshots = await client.join(names, { afterSeq: 0 })
    await joined
    expect(snapshots.map(({ session }) => session.name)).toEqual(names)
    const told = new Map(snapshots.map(({ sessionId }) => [sessionId, []]))
    client.on('event', ({ sessionId, seq }) => told.get(sessionId).push(seq))

    const resumed = countdown(client, 'replayed', MANY)
    proxy.retarget(0)
    proxy.cut('rst')
    for (const name of names.slice(0, 20)) await post(1, name)
    proxy.retarget(Number(new URL(each.world.url).port))
    await resumed
    for (const name of names.slice(0, 20)) expect(told.get(await each.world.idOf(name)).at(-1)).toBe(3)
    // One to sign in, three to join.
    expect(counted.at(-1)).toBe(4)
    expect(errors).toEqual([])
  })

  it('come without those that do not exist', async () => {
    for (const name of ['a', 'b']) await post(0, name)
    const { client } = await open()
    const joins = ['a', 'nowhere', '', 'b'].map((name) => client.join(name))
    expect(
      (await Promise.allSettled(joins)).map(({ reason, value }) => reason?.code ?? value.session.name),
    ).toEqual(['a', 'SessionNotFound', 'INVALID_MESSAGE', 'b'])
  })
})

describe('another log', () => {
  it('is told by a gap of its own, a new snapshot, and everything again', async () => {
    await post(1)
    const { client } = await open()
    const told = []
    client.on('event', ({ seq }) => told.push(seq))
    client.on('gap', ({ reason }) => told.push(reason))
    client.on('snapshot', ({ epoch }) => told.push(epoch.slice(0, 3)))
    const replayed = next(client, 'replayed')
    const { epoch } = await client.join('Codex 1', { afterSeq: 0 })
    await replayed
    const end = next(client, 'replayed', (mark) => mark.epoch !== epoch)
    await each.world.restart((dataDir) => {
      const db = new Database(join(dataDir, 'events.db'))
      db.exec("UPDATE meta SET value = 'new-log' WHERE key = 'epoch'")
      db.close()
      rmSync(join(dataDir, 'epoch'))
    })
    await end
    expect(told).toEqual([epoch.slice(0, 3), 1, 2, 'new', 'epoch', 1, 2])
    expect(client.cursor('Codex 1')).toEqual({ afterSeq: 2, epoch: 'new-log' })
  })
})

describe('cursors', () => {
  it('take another process on from where the first one was', async () => {
    await post(1)
    const first = (await open()).client
    const replayed = next(first, 'replayed')
    await first.join('Codex 1', { afterSeq: 0 })
    await replayed
    const cursor = first.cursor('Codex 1')
    first.close()
    await post(2)
    const second = (await open()).client
    const [event] = await take(second.follow('Codex 1', cursor), 1)
    expect(event).toMatchObject({ seq: cursor.afterSeq + 1, notify: { payload: { n: 2 } } })
  })
})

describe('a slow reader', () => {
  it('reads a long session to its end through a short queue, and goes on live', async () => {
    const count = 120
    for (let n = 1; n <= count; n++) await post(n)
    const { client } = await open()
    const numbers = []
    for await (const item of client.follow('Codex 1', { afterSeq: 1 }, 16)) {
      numbers.push(item.notify.payload.n)
      await new Promise((resolve) => setImmediate(resolve))
      if (item.notify.payload.n === count) post(count + 1)
      if (item.notify.payload.n > count) break
    }
    expect(numbers).toEqual(Array.from({ length: count + 1 }, (_, n) => n + 1))
  })
})

describe('a session deleted while the client was away', () => {
  it('is told to listeners and ends the streams of it', async () => {
    await post(1)
    const id = await each.world.idOf('Codex 1')
    const { client, clock, proxy } = await open()
    const other = (await open({ proxy: each.world })).client
    await client.join('Codex 1')
    const streamed = take(client.follow('Codex 1'), Number.POSITIVE_INFINITY)
    await next(client, 'replayed')
    proxy.halfOpen()
    await other.deleteSession(id)
    const left = next(client, 'left')
    clock.hurry()
    expect(await left).toMatchObject({ sessionId: id, reason: { code: 'SessionNotFound' } })
    await expect(streamed).rejects.toMatchObject({ code: 'SessionNotFound' })
  })
})

describe('a wrong token', () => {
  it('is told at once and ends the streams with the reason', async () => {
    const { client } = openClient(each.world, { token: 'wrong' })
    each.close(client)
    const streams = [take(client.events(), 1), take(client.follow('Codex 1'), 1)]
    expect(await next(client, 'status')).toMatchObject({ state: 'offline', reason: { code: 'AUTH_FAILED' } })
    for (const stream of streams) await expect(stream).rejects.toMatchObject({ code: 'AUTH_FAILED' })
    await expect(client.join('Codex 1')).rejects.toMatchObject({ code: 'AUTH_FAILED' })
  })
})
