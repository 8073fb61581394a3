import { UsageError } from '@signalbox/server/config'
import { expect, it } from 'vitest'
import { readParams } from './read-params.js'

it('gives what was typed, or nothing', () => {
  expect(readParams('thread/list', '{"limit":2}')).toEqual({ limit: 2 })
  expect(readParams('thread/list', ' {}\n')).toEqual({})
  expect(readParams('thread/list', undefined)).toBeUndefined()
})

it.each([
  ['', /is not JSON/],
  ['{', /is not JSON/],
  ['{"a":1} {}', /is not JSON/],
  ['thread_1', /is not JSON/],
  ['[]', /is a JSON object/],
  ['null', /is a JSON object/],
  ['"x"', /is a JSON object/],
])('says of %j what to type instead', (typed, sentence) => {
  expect(() => readParams('thread/read', typed)).toThrow(UsageError)
  expect(() => readParams('thread/read', typed)).toThrow(sentence)
  expect(() => readParams('thread/read', typed)).toThrow("signalbox rpc thread/read '{")
})

it('does not let the name of a method out of its line', () => {
  expect(() => readParams('x\u001b[2J\ny', '{')).toThrow(/^What is given to x y is not JSON\./)
})
