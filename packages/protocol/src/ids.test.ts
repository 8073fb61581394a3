import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatHeardCursor,
  formatLogCursor,
  formatSessionCursor,
  parseHeardCursor,
  parseLogCursor,
  parseSessionCursor,
} from './cursor.js'
import { sessionUuid, uuidv7Maker } from './uuidv7.js'

const random = (bytes: Uint8Array) => {
  for (const index of bytes.keys()) bytes[index] = (index * 37) % 256
}

describe('uuidv7Maker', () => {
  it('makes valid, strictly rising ids, also when the clock stands still or steps back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 1, maxLength: 50 }),
        (clock) => {
          let tick = 0
          const newId = uuidv7Maker(() => clock[tick++ % clock.length] ?? 0, random)
          const ids = Array.from({ length: 300 }, newId)
          for (const id of ids)
            expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
          ids.reduce((before, id) => {
            expect(before < id).toBe(true)
            return id
          })
        },
      ),
      { numRuns: 20 },
    )
  })

  it('does not repeat within 10,000 ids of one millisecond', () => {
    const newId = uuidv7Maker(() => 5, random)
    expect(new Set(Array.from({ length: 10_000 }, newId)).size).toBe(10_000)
  })
})

describe('sessionUuid', () => {
  it('takes a bare or prefixed uuid and nothing else', () => {
    const id = '01994f3a-0000-7000-8000-000000000001'
    expect(sessionUuid(id)).toBe(id)
    expect(sessionUuid(`thread_${id.toUpperCase()}`)).toBe(id)
    expect(sessionUuid('Codex 1')).toBeUndefined()
    expect(sessionUuid(`thread_thread_${id}`)).toBeUndefined()
  })
})

describe('cursors', () => {
  const epoch = '01994f3a-0000-7000-8000-0000000000ff'

  it('survive the way to a client and back', () => {
    fc.assert(
      fc.property(fc.nat(), (n) => {
        expect(parseSessionCursor(formatSessionCursor({ epoch, seq: n }))).toEqual({ epoch, seq: n })
        expect(parseLogCursor(formatLogCursor({ epoch, offset: n }))).toEqual({ epoch, offset: n })
        for (const heard of [
          { epoch, offset: n },
          { epoch, offset: n, last: { sessionId: epoch, seq: n + 1 } },
        ]) {
          expect(parseHeardCursor(formatHeardCursor(heard))).toEqual(heard)
        }
      }),
    )
  })

  it('of what was heard name the last line, its thread with or without prefix', () => {
    const heard = { epoch, offset: 7, last: { sessionId: epoch, seq: 3 } }
    expect(formatHeardCursor(heard)).toBe(`${epoch}@7~thread_${epoch}:3`)
    expect(parseHeardCursor(`${epoch}@7~${epoch}:3`)).toEqual(heard)
    // Where places in the log are meant, it is none.
    expect(parseLogCursor(formatHeardCursor(heard))).toBeUndefined()
    for (const tail of ['~', '~3', `~${epoch}`, `~${epoch}:`, `~${epoch}:3~`, `~turn_${epoch}:3`])
      expect(parseHeardCursor(`${epoch}@7${tail}`), tail).toBeUndefined()
    expect(parseHeardCursor(`${epoch}:7~${epoch}:3`)).toBeUndefined()
  })

  it('are not read out of anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => parseSessionCursor(text) === undefined))
    fc.assert(fc.property(fc.string(), (text) => parseLogCursor(text) === undefined))
    fc.assert(fc.property(fc.string(), (text) => parseHeardCursor(text) === undefined))
    expect(parseSessionCursor(`${epoch}@1`)).toBeUndefined()
    expect(parseSessionCursor(`${epoch}:-1`)).toBeUndefined()
    expect(parseLogCursor(`${epoch}:1`)).toBeUndefined()
    expect(parseLogCursor(`${epoch}@-1`)).toBeUndefined()
  })
})
