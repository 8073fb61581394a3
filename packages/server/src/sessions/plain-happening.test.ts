import { type EventRow, REGISTRY } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Happening } from '../agents/driver.js'
import { plainHappening } from './plain-happening.js'

const call = (args: unknown) =>
  ({ type: 'tool_call', data: { toolCallId: 'tc-1', toolName: 'bash', args } }) as unknown as Happening
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

describe('what an agent says', () => {
  it('stays as it is where it can be an event', () => {
    for (const [type, { kind, example }] of Object.entries(REGISTRY) as [string, EventRow][]) {
      const said = { type, data: example } as Happening
      if (kind !== 'reply') expect(plainHappening(said)).toEqual(said)
    }
    expect(plainHappening({ type: 'turn_complete', data: {} })).toEqual({ type: 'turn_complete', data: {} })
  })

  const circle: Record<string, unknown> = {}
  circle.self = circle

  it.each([
    ['an unknown type', { type: 'party', data: {} }, 'party', 'is no event type'],
    ['a type that is none', { type: 7, data: {} }, null, 'is no event type'],
    ['an inherited name', { type: 'toString', data: {} }, 'toString', 'is no event type'],
    ['a reply', { type: 'pong', data: { clientTs: 1, serverTs: 1 } }, 'pong', 'is no event type'],
    ['no data', { type: 'tool_call' }, 'tool_call', 'undefined'],
    ['a missing field', { type: 'tool_call', data: {} }, 'tool_call', 'is required'],
    [
      'a field of another type',
      { type: 'text_delta', data: { text: 7 } },
      'text_delta',
      'text must be a string',
    ],
    ['a function', call(() => 1), 'tool_call', 'holds a function'],
    ['a bigint', call({ n: 1n }), 'tool_call', 'holds a bigint'],
    ['no number', call([Number.NaN]), 'tool_call', 'holds a number'],
    ['too deep', call(nested(5000)), 'tool_call', 'deeper than 64'],
    ['a circle', call(circle), 'tool_call', 'deeper than 64'],
    ['too many members', call(Array.from({ length: 100_001 }, () => 1)), 'tool_call', 'more than 100000'],
    [
      'the number of the event',
      { type: 'text_delta', data: { text: 'x', seq: -1 } },
      'text_delta',
      'may not have seq',
    ],
    [
      'the session of the event',
      { type: 'text_delta', data: { text: 'x', sessionId: 'y' } },
      'text_delta',
      'sessionId',
    ],
  ])('is told as not understood: %s', (_name, said, nativeType, problem) => {
    expect(plainHappening(said as unknown as Happening)).toEqual({
      type: 'agent_unparsed',
      data: { nativeType, problem: expect.stringContaining(problem) },
    })
  })

  it('loses what JSON cannot say and keeps the rest', () => {
    expect(plainHappening(call({ a: undefined, b: [undefined, 1] })).data.args).toEqual({ b: [null, 1] })
    expect(plainHappening(call(JSON.parse('{"__proto__": {"x": 1}}'))).data.args).toEqual(
      JSON.parse('{"__proto__": {"x": 1}}'),
    )
  })

  it('is cut where one text is longer than anybody reads', () => {
    const said = plainHappening(call({ text: 'x'.repeat(5_000_000) }))
    const { text } = said.data.args as { text: string }
    expect(text.length).toBeLessThan(263_000)
    expect(text).toMatch(/cut: 5000000 characters in all\)$/)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withDate: true }),
        fc.string(),
        (data, type) => {
          const { type: as } = plainHappening({ type, data } as unknown as Happening)
          expect(['agent_unparsed', type]).toContain(as)
        },
      ),
    )
  })
})
