import { describe, expect, it } from 'vitest'
import { isSessionEvent, parseFrame } from './frame.js'

describe('parseFrame', () => {
  it('takes an object with a type', () => {
    expect(parseFrame('{"type":"heartbeat","ts":1}')).toEqual({ type: 'heartbeat', ts: 1 })
  })

  it.each([
    ['', 'no JSON'],
    ['{"type":', 'cut JSON'],
    ['null', 'null'],
    ['[]', 'an array'],
    ['{"type":1}', 'a type that is no text'],
    [new ArrayBuffer(2), 'a binary frame'],
  ])('drops %s (%s)', (text: unknown, _what: string) => {
    expect(parseFrame(text)).toBeUndefined()
  })
})

describe('isSessionEvent', () => {
  it('goes by the number, so types of later releases pass', () => {
    expect(isSessionEvent({ type: 'of_tomorrow', sessionId: 's', seq: 1, ts: 1 })).toBe(true)
    expect(isSessionEvent({ type: 'gap', sessionId: 's', fromSeq: 1, toSeq: 2 })).toBe(false)
  })
})
