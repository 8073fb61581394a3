import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readEvent } from './read-event.js'

it.each([
  ['01994f3a-0000-7000-8000-0000deadbeef', { id: '01994f3a-0000-7000-8000-0000deadbeef' }],
  [' x \n', { id: 'x' }],
  ['turn_complete', { sample: 'turn_complete' }],
  ['plan-new', { sample: 'plan-new' }],
  ['{"id":"x"}', { id: 'x' }],
  ['\n{"session_id":"a","payload":{"type":"x"}}\n', { session_id: 'a', payload: { type: 'x' } }],
])('%j is an event', (typed, event) => {
  expect(readEvent(typed)).toEqual(event)
})

it.each([
  ['', /The event is empty/],
  ['{"session_id"', /must be valid JSON: .+\.$/],
  ['[{}]', /one JSON object, for example/],
])('%j is none', (typed, sentence) => {
  expect(() => readEvent(typed)).toThrow(sentence)
})

it('is an object or a sentence, whatever is typed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (typed) => {
      try {
        expect(readEvent(typed)).toBeTypeOf('object')
      } catch (error) {
        expect((error as Error).name).toBe('UsageError')
      }
    }),
  )
})
