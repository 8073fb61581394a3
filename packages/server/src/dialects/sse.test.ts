import type { EventType } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBlock } from '../doors/sse/testing.js'
import type { Published } from '../log/log.js'
import { sseDialect } from './sse.js'

const epoch = '01994f3a-0000-7000-8000-0000000000ff'
const dialect = sseDialect(epoch)
const event = (type: EventType, data: object): Published => ({
  v: 1,
  id: 'id',
  tenantId: 'local',
  sessionId: '01994f3a-0000-7000-8000-000000000001',
  seq: 7,
  offset: 9,
  ts: 1,
  type,
  source: { agent: 'a', via: 'b' },
  data: JSON.stringify(data),
})

describe('sseDialect', () => {
  it('says an event without an event line, and its cursor as the id', () => {
    expect(dialect.event(event('turn_complete', { finalText: 'x' })).toString()).toBe(
      `id: ${epoch}:7\ndata: {"type":"turn_complete","sessionId":"01994f3a-0000-7000-8000-000000000001","seq":7,"ts":1,"finalText":"x"}\n\n`,
    )
  })

  it('names what is no event, and gives a cursor where one can resume', () => {
    expect(dialect.control({ type: 'gap', fromSeq: 1, toSeq: 2, reason: 'ephemeral' }).toString()).toBe(
      'event: gap\ndata: {"type":"gap","fromSeq":1,"toSeq":2,"reason":"ephemeral"}\n\n',
    )
    expect(dialect.control({ type: 'replay_complete', lastSeq: 12 }).toString()).toBe(
      `id: ${epoch}:12\nevent: replay_complete\ndata: {"type":"replay_complete","lastSeq":12}\n\n`,
    )
  })

  it('cannot be broken by anything an agent says', () => {
    const hostile = fc.constantFrom('\n', '\r', '\0', '\u2028', 'data: x', ':', '"')
    const said = fc.string({
      unit: fc.oneof(hostile, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
      maxLength: 20,
    })
    fc.assert(
      fc.property(said, said, (text, key) => {
        const frame = dialect.event(event('notify_event', { [`k${key}`]: text })).toString()
        expect(frame.endsWith('\n\n')).toBe(true)
        const block = parseBlock(frame.slice(0, -2))
        expect(JSON.parse(block.data ?? '')).toHaveProperty([`k${key}`])
        expect(Object.keys(block)).toEqual(['id', 'data'])
      }),
      { numRuns: 300 },
    )
  })
})
