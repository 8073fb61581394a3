import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdId, requestHeld } from './hold-id.js'

const sessionId = '01a1e09a-5d5c-7e81-ade2-aa59ec30ae9c'

it('is safe in a URL and in a shell, and leads back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (requestId) => {
      const id = holdId({ sessionId, requestId })
      expect(id).toMatch(/^[A-Za-z0-9_.-]+$/)
      expect(requestHeld(id)).toEqual({ sessionId, requestId })
      const alone = { sessionId, requestId, alone: true } as const
      expect(requestHeld(holdId(alone))).toEqual(alone)
    }),
  )
})

it.each(['', 'x', sessionId, `${sessionId}.`, `${sessionId}.a`, `${sessionId}.YQ==`, `../${sessionId}.YQ`])(
  'is none when it is %j',
  (id) => {
    expect(requestHeld(id)).toBeUndefined()
  },
)
