import type { Draft, JsonObject } from '@signalbox/protocol'
import { describe, expect, it, vi } from 'vitest'
import { PieceBuffer } from './piece-buffer.js'

const piece = (type: Draft['type'], data: JsonObject, nativeTurnId = 't'): Draft => ({
  type,
  source: { agent: 'codex', via: 'test' },
  data,
  nativeTurnId,
})
const text = (said: string, turn?: string) => piece('text_delta', { text: said }, turn)

function buffer() {
  vi.useFakeTimers()
  const sent: [string, JsonObject | undefined][][] = []
  const made = new PieceBuffer((drafts) => void sent.push(drafts.map(({ type, data }) => [type, data])))
  return { made, sent }
}

describe('PieceBuffer', () => {
  it('puts pieces that come within a moment together', () => {
    const { made, sent } = buffer()
    made.take([text('a')])
    made.take([text('b'), text('c')])
    expect(sent).toEqual([])
    vi.advanceTimersByTime(40)
    expect(sent).toEqual([[['text_delta', { text: 'abc' }]]])
    vi.useRealTimers()
  })

  it('keeps the order: anything else sends on what is held', () => {
    const { made, sent } = buffer()
    made.take([text('a')])
    made.take([piece('terminal_stream', { data: 'x', toolCallId: '1' })])
    made.take([piece('terminal_stream', { data: 'y', toolCallId: '2' })])
    made.take([piece('message_complete', { text: 'ab' })])
    made.take([text('n', 'u'), text('m', 'v')])
    made.flush()
    expect(sent.flat()).toEqual([
      ['text_delta', { text: 'a' }],
      ['terminal_stream', { data: 'x', toolCallId: '1' }],
      ['terminal_stream', { data: 'y', toolCallId: '2' }],
      ['message_complete', { text: 'ab' }],
      ['text_delta', { text: 'n' }],
      ['text_delta', { text: 'm' }],
    ])
    vi.useRealTimers()
  })

  it('holds so much at most', () => {
    const { made, sent } = buffer()
    made.take([text('x'.repeat(5000))])
    expect(sent).toHaveLength(1)
    vi.useRealTimers()
  })
})
