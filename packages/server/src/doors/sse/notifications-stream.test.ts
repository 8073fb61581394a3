import type { Notification } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { DamagedLog } from '../../log/damaged-log.js'
import { draft, ingest } from '../../log/testing.js'
import { type DoorsOptions, openDoors, openRequest, send } from '../rest/testing.js'
import { type Block, StreamReader } from './testing.js'

const PATH = '/api/notifications/stream'
const replayed = ({ event }: Block) => event === 'replay_complete'
const said = ({ data }: Block) => JSON.parse(data ?? '') as Notification
const toast = (message: string, level = 'info') =>
  draft('toast', { level, message, triggerId: 't', deliveryId: `${message}/t/0` })

async function open(options: DoorsOptions = {}) {
  const doors = await openDoors({ sessions: ['Codex 1', 'Codex 2'], ...options })
  const { log, port } = doors
  const listen = (headers: Record<string, string> = {}) =>
    StreamReader.open(openRequest(port, { path: PATH, headers }))
  const say = (name: string, ...drafts: Parameters<typeof ingest>[1]) => log.commit(ingest(name, drafts))
  return { ...doors, listen, say }
}

describe('GET /api/notifications/stream', () => {
  it('says what flows say and who needs a person, in every session, and nothing of what was', async () => {
    const { listen, say, log } = await open()
    await say('Codex 1', toast('before'))
    const stream = await listen()
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    })
    expect((await stream.until(replayed))[0]).toEqual({ retry: '5000' })
    await say(
      'Codex 2',
      draft('user_message', { content: 'hi', via: 'test' }),
      toast('Look\n\ndata: x', 'error'),
    )
    await say(
      'Codex 1',
      draft('permission_requested', { toolCallId: 'c', toolName: 'Bash', description: 'ls', args: {} }),
    )
    const blocks = await stream.until((block) => said(block).type === 'attention_raised')
    expect(blocks.map(said)).toEqual([
      {
        type: 'toast',
        level: 'error',
        message: 'Look\n\ndata: x',
        timestamp: expect.stringMatching(/Z$/),
        session_id: await log.reader.resolve('local', 'Codex 2'),
      },
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('Needs a permission') }),
    ])
  })

  it('resumes after the last id', async () => {
    const { listen, say } = await open()
    const first = await listen()
    const [, complete] = await first.until(replayed)
    for (const name of ['a', 'b', 'c'])
      await say('Codex 1', toast(name), draft('message_complete', { text: 'x' }))
    const [a] = await first.until(() => true)
    const again = await listen({ 'last-event-id': a?.id ?? '' })
    const rest = await again.until(replayed)
    expect(rest.filter(({ event, data }) => data && !event).map((block) => said(block).message)).toEqual([
      'b',
      'c',
    ])
    const all = await (await listen({ 'last-event-id': complete?.id ?? '' })).until(replayed)
    expect(all.filter(({ event, data }) => data && !event)).toHaveLength(3)
    await say('Codex 2', toast('d'))
    expect(said((await again.next()) ?? {}).message).toBe('d')
  })

  it('refuses what it does not know, and says when the log cannot be read', async () => {
    const { port } = await open()
    const bad = await send(port, { path: `${PATH}?after=1` })
    expect([bad.status, JSON.parse(bad.text).field]).toEqual([400, 'after'])
    const odd = await send(port, { path: PATH, headers: { 'last-event-id': 'nonsense' } })
    expect([odd.status, JSON.parse(odd.text).field]).toEqual([400, 'Last-Event-ID'])
    const damaged = await open({ wrap: () => new DamagedLog('it is broken') })
    expect((await send(damaged.port, { path: PATH, headers: { 'last-event-id': '1' } })).status).toBe(503)
  })
})
