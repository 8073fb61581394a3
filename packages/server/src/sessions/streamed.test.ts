import type { Draft } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStreamed, joined, MAX_PIECE, pieces, sizeOf } from './streamed.js'

const source = { agent: 'demo', via: 'driver' }
const text = (words: string, turnId = 't1'): Draft => ({
  type: 'text_delta',
  source,
  turnId,
  data: { text: words },
})
const args = (toolCallId: string, delta: string): Draft => ({
  type: 'tool_call_delta',
  source,
  data: { toolCallId, delta },
})

describe('pieces of a stream', () => {
  it.each([
    ['text_delta', true],
    ['thinking_progress', true],
    ['terminal_stream', true],
    ['tool_call_delta', true],
    ['tool_call', false],
    ['message_complete', false],
  ] as const)('%s: %s', (type, streamed) => {
    expect(isStreamed({ type, source })).toBe(streamed)
  })

  it('become one, in order', () => {
    expect(joined(text('Hello '), text('world'), 100)?.data).toEqual({ text: 'Hello world' })
    expect(joined(args('a', '{"x"'), args('a', ':1}'), 100)?.data).toEqual({
      toolCallId: 'a',
      delta: '{"x":1}',
    })
  })

  it.each([
    ['another type', text('a'), { ...text('b'), type: 'thinking_progress' as const }],
    ['another turn', text('a'), text('b', 't2')],
    ['another tool call', args('a', '1'), args('b', '2')],
    ['too much together', text('a'.repeat(60)), text('b'.repeat(60))],
    [
      'what is no piece',
      { type: 'usage_update' as const, source },
      { type: 'usage_update' as const, source },
    ],
  ])('stay apart: %s', (_name, first, second) => {
    expect(joined(first, second, 100)).toBeUndefined()
  })

  it('count what they say', () => {
    expect(sizeOf(text('Hello'))).toBe(5)
    expect(sizeOf({ type: 'usage_update', source, data: { a: 1 } })).toBe(7)
  })

  it('are cut where they are long, never inside a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '漢', '😀', '\n'), { maxLength: 20 }),
        fc.integer({ min: 0, max: 3 * MAX_PIECE }),
        (some, times) => {
          const whole = some
            .join('')
            .repeat(Math.ceil(times / Math.max(some.length, 1)))
            .slice(0, 3 * MAX_PIECE)
          const said = pieces(text(whole)).map(({ data }) => String(data?.text))
          expect(said.join('')).toBe(whole)
          for (const piece of said) {
            expect(piece.length).toBeLessThanOrEqual(MAX_PIECE)
            expect(piece).not.toBe('')
          }
          const halves = /[\ud800-\udbff](?![\udc00-\udfff])/
          if (!halves.test(whole)) for (const piece of said) expect(piece).not.toMatch(halves)
        },
      ),
    )
  })

  it('leave alone what is no piece', () => {
    const call: Draft = { type: 'tool_call', source, data: { args: 'x'.repeat(2 * MAX_PIECE) } }
    expect(pieces(call)).toEqual([call])
    expect(pieces(text(''))).toEqual([])
  })
})
