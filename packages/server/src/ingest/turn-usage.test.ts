import { describe, expect, it } from 'vitest'
import { TurnUsage } from './turn-usage.js'

const said = (id: string, tokens: number) => ({
  id,
  model: 'm',
  usage: { input_tokens: tokens, output_tokens: 1 },
})

describe('what a turn uses', () => {
  it('is the sum over its answers, the last that was told of each', () => {
    const usage = new TurnUsage()
    expect(usage.tell()).toBeUndefined()
    usage.take('t', said('a', 10))
    usage.take('t', said('b', 5))
    usage.take('t', said('a', 12))
    expect(usage.tell()).toMatchObject({ turn: 't', data: { inputTokens: 17, outputTokens: 2 } })
    usage.take('t', said('a', 12))
    expect(usage.tell()).toBeUndefined()
  })

  it('holds few answers and forgets none of their sum', () => {
    const usage = new TurnUsage()
    for (let n = 0; n < 1_000; n += 1) usage.take('t', said(`m${n}`, 1), 0.000001)
    expect(usage.tell()?.data).toMatchObject({
      inputTokens: 1_000,
      outputTokens: 1_000,
      costMicroDollars: 1_000,
    })
  })

  it('begins anew with the next turn', () => {
    const usage = new TurnUsage()
    usage.begin('t', { inputTokens: 7, outputTokens: 7, cachedTokens: 7, costMicroDollars: null })
    usage.take('t', said('a', 1))
    expect(usage.tell()?.data).toMatchObject({ inputTokens: 8, cachedTokens: 7 })
    usage.take('u', said('a', 1))
    expect(usage.tell()).toMatchObject({ turn: 'u', data: { inputTokens: 1, cachedTokens: 0 } })
  })

  it.each([
    {},
    { id: 'a' },
    { id: 7, usage: {} },
    { id: 'a', usage: [] },
    { id: 'a', usage: {}, model: '<synthetic>' },
  ])('takes no %j for an answer', (message) => {
    const usage = new TurnUsage()
    usage.take('t', message)
    expect(usage.tell()).toBeUndefined()
  })

  it('takes no nonsense for a count', () => {
    const usage = new TurnUsage()
    const told = { input_tokens: -5, output_tokens: 1e300, cache_read_input_tokens: 'x' }
    usage.take('t', { id: 'a', usage: told }, -1)
    expect(usage.tell()?.data).toMatchObject({
      model: null,
      inputTokens: 0,
      outputTokens: 0,
      costMicroDollars: 0,
    })
  })
})
