import { once } from 'node:events'
import { connect } from 'node:net'
import { type EventType, formatLogCursor, parseLogCursor, validate } from '@signalbox/protocol'
import { ACTIVITY_MARKS, type ActivityEvent, activityFaults, activityOf } from '@signalbox/protocol/harmonize'
import { describe, expect, it } from 'vitest'
import { TEST_TOKEN } from '../../http/testing.js'
import { typeTopics } from '../../hub/topics.js'
import { DamagedLog } from '../../log/damaged-log.js'
import { draft, ingest } from '../../log/testing.js'
import { type DoorsOptions, openDoors, openRequest, send } from '../rest/testing.js'
import { type Block, StreamReader } from './testing.js'

const PATH = '/api/activity/stream'
const replayed = ({ event }: Block) => event === 'replay_complete'
const isActivity = ({ data, event }: Block) => data !== undefined && event === undefined
const said = ({ data }: Block) => JSON.parse(data ?? '') as ActivityEvent
const offsetOf = ({ id }: Block) => parseLogCursor(id ?? '')?.offset ?? -1
const hooksOf = (blocks: Block[]) => blocks.filter(isActivity).map((block) => said(block).hook_event_type)

const prompt = (content: string) => draft('user_message', { content, via: 'test' })
const call = draft('tool_call', { toolCallId: 'tc', toolName: 'Bash', args: { command: 'npm test' } })
const text = draft('message_complete', { text: 'x' })
const stop = draft('turn_complete', { finalText: 'Done.' })

async function open(options: DoorsOptions = {}) {
  const doors = await openDoors({ sessions: ['Codex 1', 'Codex 2'], ...options })
  const { log, port } = doors
  const listen = (query = '', headers: Record<string, string> = {}) =>
    StreamReader.open(openRequest(port, { path: `${PATH}${query}`, headers }))
  const say = (name: string, ...drafts: Parameters<typeof ingest>[1]) => log.commit(ingest(name, drafts))
  const sessionId = (await log.reader.resolve('local', 'Codex 1')) ?? ''
  return { ...doors, listen, say, sessionId }
}

describe('GET /api/activity/stream', () => {
  it('says how to come back, that nothing is replayed, then what agents do, in every session', async () => {
    const { listen, say, log, sessionId } = await open()
    await say('Codex 1', prompt('before'))
    const { head, epoch } = log
    const stream = await listen()
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    })
    const cursor = formatLogCursor({ epoch, offset: head })
    expect(await stream.next()).toEqual({ retry: '5000' })
    const complete = await stream.next()
    expect(complete).toEqual({
      id: cursor,
      event: 'replay_complete',
      data: JSON.stringify({ type: 'replay_complete', cursor }),
    })
    expect(validate(ACTIVITY_MARKS.replay_complete.schema, said(complete ?? {}))).toBeUndefined()
    await say('Codex 2', prompt('hi'), call, text, draft('tool_error', { toolCallId: 'tc', error: 'no' }))
    await say('Codex 1', stop)
    const blocks = await stream.until(
      (block) => isActivity(block) && said(block).hook_event_type === 'agent_stop',
    )
    expect(hooksOf(blocks)).toEqual(['user_prompt_submit', 'tool_use', 'tool_done', 'agent_stop'])
    for (const block of blocks) {
      expect(Object.keys(block)).toEqual(['id', 'data'])
      expect(activityFaults(said(block))).toEqual([])
    }
    expect(said(blocks[1] ?? {})).toMatchObject({ tool_name: 'Bash', tool_preview: 'npm test' })
    expect(said(blocks[3] ?? {})).toMatchObject({ session_id: sessionId, summary: 'Done.' })
  })

  it('carries a notification with its clean message, its raw text, intent and scope', async () => {
    const { listen, say, sessionId } = await open()
    const stream = await listen()
    await stream.until(replayed)
    await say(
      'Codex 1',
      draft('agent_notification', {
        message: 'Build done',
        raw_message: '<task-notification>Build done</task-notification>',
        notification_type: 'idle_prompt',
        canonical_type: 'agent_notification',
        hook_event_type: 'notification',
        message_intent: 'ctrl_activity',
        delivery_scope: 'CTRL',
      }),
    )
    expect(said((await stream.next()) ?? {})).toEqual({
      session_id: sessionId,
      canonical_type: 'agent_notification',
      hook_event_type: 'notification',
      timestamp: expect.stringMatching(/Z$/),
      message_intent: 'ctrl_activity',
      delivery_scope: 'CTRL',
      message: 'Build done',
      raw_message: '<task-notification>Build done</task-notification>',
      notification_type: 'idle_prompt',
    })
  })

  it('resumes after the last id, or after an offset, or from the beginning', async () => {
    const { listen, say, log, published } = await open()
    for (let n = 0; n < 20; n++) await say(`Codex ${(n % 2) + 1}`, text, prompt(`${n}`))
    const { epoch, head } = log
    const at = (offset: number) => formatLogCursor({ epoch, offset })
    const cases: [why: string, query: string, headers: Record<string, string>, after: number][] = [
      ['header', '', { 'last-event-id': at(5) }, 5],
      ['bare offset in the header', '', { 'last-event-id': '5' }, 5],
      ['address', '?after=7', {}, 7],
      ['cursor in the address', `?after=${at(7)}`, {}, 7],
      ['the header wins', '?after=0', { 'last-event-id': at(9) }, 9],
      ['an empty header is none', `?after=${head - 1}`, { 'last-event-id': '' }, head - 1],
      ['all', '?after=0', {}, 0],
    ]
    for (const [why, query, headers, after] of cases) {
      const stream = await listen(query, headers)
      const blocks = (await stream.until(replayed)).slice(1)
      expect(blocks.at(-1)?.id, why).toBe(at(head))
      const wanted = published.filter(({ type, offset }) => type === 'user_message' && offset > after)
      expect(blocks.slice(0, -1).map(offsetOf), why).toEqual(wanted.map(({ offset }) => offset))
      expect(blocks.slice(0, -1).map(said), why).toEqual(wanted.map(activityOf))
      stream.response.destroy()
    }
  })

  it('says so when a cursor means nothing here, and replays all that is kept', async () => {
    const { listen, say, log } = await open()
    await say('Codex 1', prompt('first'))
    for (const cursor of ['01994f3a-0000-7000-8000-00000000dead@3', `${log.epoch}@999`]) {
      const stream = await listen('', { 'last-event-id': cursor })
      const [, gap, first] = await stream.until(replayed)
      expect(gap?.event, cursor).toBe('gap')
      expect(JSON.parse(gap?.data ?? '')).toMatchObject({ reason: 'epoch' })
      expect(validate(ACTIVITY_MARKS.gap.schema, JSON.parse(gap?.data ?? ''))).toBeUndefined()
      expect(said(first ?? {}).canonical_type, cursor).toBe('user_prompt_submit')
      stream.response.destroy()
    }
  })

  it.each<[string, (id: string) => string]>([
    ['uuid', (id) => id],
    ['thread', (id) => `thread_${id}`],
    ['alias', () => 'Codex%201'],
  ])('is of one session, by its %s, replayed and live', async (_name, named) => {
    const { listen, say, sessionId } = await open()
    await say('Codex 1', prompt('a'))
    await say('Codex 2', prompt('b'))
    const stream = await listen(`?after=0&session=${named(sessionId)}`)
    const blocks = await stream.until(replayed)
    await say('Codex 2', prompt('c'))
    await say('Codex 1', stop)
    blocks.push(...(await stream.until(isActivity)))
    const heard = blocks.filter(isActivity).map(said)
    expect(heard.map(({ hook_event_type }) => hook_event_type)).toEqual(['user_prompt_submit', 'agent_stop'])
    expect(new Set(heard.map(({ session_id }) => session_id))).toEqual(new Set([sessionId]))
  })

  it('is of some types, replayed and live', async () => {
    const { listen, say } = await open()
    await say('Codex 1', prompt('a'), call, stop)
    const stream = await listen('?after=0&types=agent_output_stop,user_prompt_submit')
    const blocks = await stream.until(replayed)
    await say('Codex 2', call, prompt('b'))
    blocks.push(...(await stream.until(isActivity)))
    expect(hooksOf(blocks)).toEqual(['user_prompt_submit', 'agent_stop', 'user_prompt_submit'])
  })

  it('refuses what it cannot follow, by name, as a problem', async () => {
    const { port } = await open()
    const cases: [query: string, headers: Record<string, string>, status: number, field?: string][] = [
      ['?after=x', {}, 400, 'after'],
      ['?after=01994f3a-0000-7000-8000-00000000dead:3', {}, 400, 'after'],
      ['?types=agent_output_stop,tool_use', {}, 400, 'types'],
      ['?types=', {}, 400, 'types'],
      ['?session=', {}, 400, 'session'],
      ['?since=1', {}, 400, 'since'],
      ['', { 'last-event-id': 'nonsense' }, 400, 'Last-Event-ID'],
      ['?session=nobody', {}, 404],
      ['', { authorization: 'Bearer x' }, 401],
      ['', { authorization: '' }, 401],
    ]
    for (const [query, headers, status, field] of cases) {
      const answer = await send(port, { path: `${PATH}${query}`, headers })
      expect(answer.status, query).toBe(status)
      expect(JSON.parse(answer.text).field, query).toBe(field)
    }
    const unknown = await send(port, { path: `${PATH}?session=nobody` })
    expect(JSON.parse(unknown.text)).toMatchObject({ code: 'session_not_found' })
  })

  it('is not there while the log is damaged', async () => {
    const { port } = await openDoors({ wrap: () => new DamagedLog('bad page') })
    for (const query of ['', '?after=0', '?session=x']) {
      expect((await send(port, { path: `${PATH}${query}` })).status, query).toBe(503)
    }
  })

  it('loses and repeats nothing while events arrive and readers come back', async () => {
    const { listen, say, log, published } = await open()
    const write = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => say(`Codex ${(n % 2) + 1}`, prompt(`${n}`), text)))
    await write(150)
    const writing = write(350)
    const seen: number[] = []
    let last = formatLogCursor({ epoch: log.epoch, offset: 0 })
    for (const stop of [100, 350, 600, 1000]) {
      const stream = await listen('', { 'last-event-id': last })
      for (let block = await stream.next(); block; block = await stream.next()) {
        if (!isActivity(block) || block.id === undefined) continue
        seen.push(offsetOf(block))
        last = block.id
        if (offsetOf(block) >= stop) break
      }
      stream.response.destroy()
    }
    await writing
    const stored = published.filter(({ type }) => type === 'user_message').map(({ offset }) => offset)
    expect(seen).toEqual(stored.filter((offset) => offset <= (seen.at(-1) ?? 0)))
  })
})

describe('the end of a stream of activity', () => {
  const types: EventType[] = ['user_message']

  it('leaves nothing behind when the client goes', async () => {
    const { listen, hub, streams } = await open()
    const [topic = ''] = typeTopics({ tenantId: 'local' }, types)
    const stream = await listen()
    await stream.until(replayed)
    expect([hub.count(topic), streams.size]).toEqual([1, 1])
    stream.response.destroy()
    await expect.poll(() => [hub.count(topic), streams.size, [...hub.subscribers].length]).toEqual([0, 0, 0])
  })

  it('comes with the end of the connection, also for who was asked for while another was open', async () => {
    const { port, hub, streams } = await open()
    const socket = connect(port, '127.0.0.1')
    const head = `Host: localhost:${port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n`
    socket.write(`GET ${PATH} HTTP/1.1\r\n${head}\r\n`.repeat(15))
    await expect.poll(() => [streams.size, hub.size]).toEqual([15, 15])
    socket.destroy()
    await expect.poll(() => [streams.size, hub.size]).toEqual([0, 0])
  })

  it('follows the deletion of the one session, and of no session when it is of all', async () => {
    const { listen, log, sessionId, say } = await open()
    const [one, all] = [await listen(`?session=${sessionId}`), await listen()]
    await Promise.all([one.until(replayed), all.until(replayed)])
    await say('Codex 1', prompt('last'))
    await log.deleteSession('local', sessionId)
    expect(said((await one.next()) ?? {}).canonical_type).toBe('user_prompt_submit')
    expect(await one.next()).toBeUndefined()
    await say('Codex 2', prompt('next'))
    expect(hooksOf([await all.next(), await all.next()].flatMap((block) => block ?? []))).toHaveLength(2)
  })

  it('is told when the gateway stops', async () => {
    const { listen, streams, port } = await open()
    const stream = await listen()
    await stream.until(replayed)
    streams.close()
    const told = await stream.next()
    expect([told?.event, JSON.parse(told?.data ?? '').reason]).toEqual(['server_shutdown', 'shutdown'])
    expect(await stream.next()).toBeUndefined()
    expect((await send(port, { path: PATH })).status).toBe(503)
  })

  it('comes for a device that is revoked', async () => {
    const { listen, streams, devices } = await open()
    const { device, token } = await devices.add('phone')
    const browser = {
      authorization: '',
      'sec-fetch-site': 'same-origin',
      cookie: `signalbox_device=${token}`,
    }
    const [paired, owner] = [await listen('', browser), await listen()]
    await Promise.all([paired.until(replayed), owner.until(replayed)])
    streams.endDevice(device.id)
    expect(await paired.next()).toBeUndefined()
    expect(streams.size).toBe(1)
  })

  it('comes for a reader that does not read, and for nobody else', async () => {
    const { listen, port, say, streams } = await open()
    const good = await listen()
    await good.until(replayed)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.pause()
    let heard = 0
    const reading = (async () => {
      for (let block = await good.next(); block; block = await good.next()) if (isActivity(block)) heard += 1
    })()
    let written = 0
    const raw = 'x'.repeat(1024 * 1024)
    const notice = draft('agent_notification', {
      message: 'm',
      raw_message: raw,
      hook_event_type: 'notification',
    })
    for (; streams.size > 1; written++) await say('Codex 1', notice)
    expect(streams.size).toBe(1)
    await expect.poll(() => heard).toBe(written)
    streams.close()
    await reading
    socket.destroy()
  })

  it('pings', async () => {
    const { listen } = await open({ pingMs: 5 })
    const stream = await listen()
    expect((await stream.until(({ comment }) => comment !== undefined)).at(-1)).toEqual({ comment: 'ping' })
  })
})
