import { describe, expect, it } from 'vitest'
import { parseBlock } from '../doors/sse/testing.js'
import { dialectNamed } from './dialect-named.js'
import { otlpLogDialect } from './otlp-log.js'

const epoch = '01994f3a-0000-7000-8000-0000000000ff'
const dialect = otlpLogDialect(epoch)

describe('otlpLogDialect', () => {
  it('says a record without an event line, and its cursor as its id', () => {
    const text = JSON.stringify({ body: { stringValue: 'a\r\nb\ndata: c' } })
    const frame = dialect.record({ offset: 7, n: 2 }, text).toString()
    expect(parseBlock(frame.trimEnd())).toEqual({ id: `${epoch}@7.2`, data: text })
  })

  it('names what is no record, with a cursor where one can resume', () => {
    expect(dialect.control({ type: 'gap', reason: 'epoch' }).toString()).toBe(
      'event: gap\ndata: {"type":"gap","reason":"epoch"}\n\n',
    )
    const complete = dialect.control({ type: 'replay_complete', cursor: `${epoch}@7.2` }).toString()
    expect(parseBlock(complete.trimEnd())).toMatchObject({ id: `${epoch}@7.2`, event: 'replay_complete' })
  })

  it('says nothing of an event alone', () => {
    const event = { type: 'notify_event', sessionId: epoch, seq: 1, offset: 1, ts: 1, data: '{}' } as const
    expect(dialectNamed('otlp-log', epoch).event(event)).toHaveLength(0)
  })
})
