import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import type { Usage } from '../registry/shapes.js'
import { emptyState } from './state.js'
import { commanded, DRIVEN, happens, inTurn, META, tell } from './story.fixture.js'
import { MAX_USAGE_TURNS, withContext, withUsage } from './usage.js'

const NONE = emptyState(META).usage
const NOTHING = { inputTokens: null, outputTokens: null, cachedTokens: null, costMicroDollars: null }

describe('usage', () => {
  it('of a turn is what its last update told; the total follows', () => {
    const once = withUsage(NONE, 't1', { model: 'm', provider: 'p', inputTokens: 10, outputTokens: 1 })
    expect(once).toEqual({
      total: { ...NOTHING, inputTokens: 10, outputTokens: 1 },
      turns: [{ turnId: 't1', model: 'm', provider: 'p', ...NOTHING, inputTokens: 10, outputTokens: 1 }],
      context: null,
    })
    const twice = withUsage(once, 't1', { inputTokens: 25, outputTokens: null, costMicroDollars: 7 })
    expect(twice.turns).toEqual([
      {
        turnId: 't1',
        model: 'm',
        provider: 'p',
        ...NOTHING,
        inputTokens: 25,
        outputTokens: 1,
        costMicroDollars: 7,
      },
    ])
    expect(twice.total).toEqual({ ...NOTHING, inputTokens: 25, outputTokens: 1, costMicroDollars: 7 })
  })

  it('is summed over all turns ever, of which the last are told one by one', () => {
    let usage: Usage = NONE
    for (let n = 0; n < MAX_USAGE_TURNS + 10; n++) usage = withUsage(usage, `t${n}`, { inputTokens: 2 })
    expect(usage.total.inputTokens).toBe(2 * (MAX_USAGE_TURNS + 10))
    expect(usage.turns).toHaveLength(MAX_USAGE_TURNS)
    expect(usage.turns[0]?.turnId).toBe('t10')
  })

  it('tells nothing by odd values', () => {
    const odd: JsonObject = {
      model: 7,
      provider: '',
      inputTokens: '12',
      outputTokens: -1,
      cachedTokens: {},
      costMicroDollars: null,
    }
    expect(withUsage(NONE, 't', odd)).toEqual({
      total: NOTHING,
      turns: [{ turnId: 't', model: null, provider: null, ...NOTHING }],
      context: null,
    })
    expect(withUsage(NONE, 't', { inputTokens: Number.NaN }).total).toEqual(NOTHING)
  })

  it('in all is the sum of the turns, whatever the order of updates', () => {
    const update = fc.record({
      turn: fc.constantFrom('a', 'b', 'c', null),
      inputTokens: fc.option(fc.nat(1000)),
      costMicroDollars: fc.option(fc.nat(1000)),
    })
    fc.assert(
      fc.property(fc.array(update, { maxLength: 20 }), (updates) => {
        const usage = updates.reduce((before, { turn, ...data }) => withUsage(before, turn, data), NONE)
        for (const count of ['inputTokens', 'costMicroDollars'] as const) {
          const told = usage.turns.flatMap((turn) => (turn[count] === null ? [] : [turn[count]]))
          expect(usage.total[count]).toBe(told.length === 0 ? null : told.reduce((sum, n) => sum + n, 0))
        }
      }),
    )
  })

  it('told when the turn is over is that of the turn that ended last', () => {
    const first = inTurn([happens('usage_update', { inputTokens: 5 }), happens('turn_complete')])
    const { state } = tell(
      [commanded('turn_started'), happens('turn_complete'), happens('usage_update', { inputTokens: 3 })],
      first.state,
    )
    expect(state.usage.turns.map((turn) => turn.inputTokens)).toEqual([5, 3])
    expect(state.usage.turns[1]?.turnId).toBe(state.lastTurnId)
  })

  it("of a session without a turn is nobody's", () => {
    const { state } = tell([happens('usage_update', { inputTokens: 5 })], DRIVEN)
    expect(state.usage.turns).toMatchObject([{ turnId: null, inputTokens: 5 }])
  })
})

describe('context', () => {
  it('is what was told last', () => {
    expect(withContext(NONE, { contextTokens: 5, maxContextTokens: 10 }).context).toEqual({
      contextTokens: 5,
      maxContextTokens: 10,
    })
    expect(withContext(NONE, { contextTokens: 5 })).toBe(NONE)
  })
})
