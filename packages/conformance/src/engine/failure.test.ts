import { describe, expect, it } from 'vitest'
import { expectMatch, expectSame, expectThat, Failure, held } from './failure.js'

describe('expectSame', () => {
  it.each([
    [
      { a: 1, b: [2] },
      { a: 1, b: [2] },
    ],
    [[], []],
    ['x', 'x'],
    [undefined, undefined],
  ])('takes %j and %j', (actual, expected) => {
    expect(() => expectSame('it', actual, expected)).not.toThrow()
  })

  it.each([
    [
      'another order of members',
      { b: 1, a: 2 },
      { a: 2, b: 1 },
      /^it: should be \{"a":2,"b":1\}, is \{"b":1/,
    ],
    ['one place of a list', [1, 2, 3], [1, 9, 3], /^it: item 1 should be 9, is 2$/],
    ['a longer list', [1, 2], [1], /^it: item 1 should be nothing, is 2$/],
    ['a shorter list', [1], [1, 2], /^it: item 1 should be 2, is nothing$/],
    ['a list and none', [1], 1, /^it: should be 1, is \[1\]$/],
  ])('tells %s', (_what, actual, expected, said) => {
    expect(() => expectSame('it', actual, expected)).toThrow(said)
  })
})

describe('the others', () => {
  it('fail with what was expected', () => {
    expect(() => expectMatch('the answer', { a: 1 }, { a: 2 })).toThrow(/^the answer: a should be 2, is 1$/)
    expect(() => expectThat('it holds', false)).toThrow(Failure)
    expect(() => expectThat('it holds', true)).not.toThrow()
  })

  it('a promise that is held alarms nobody before it is awaited', async () => {
    const failing = held(Promise.reject(new Failure('later')))
    await new Promise(setImmediate)
    await expect(failing).rejects.toThrow('later')
  })
})
