import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signatureHeaders } from './webhook-signature.js'

const secretOf = (fill: number) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`
const [ours, before, other] = [secretOf(1), secretOf(2), secretOf(3)]

describe('signatureHeaders', () => {
  it('hold before a library of somebody else, whatever is signed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.webPath(), (text, id) => {
        const body = Buffer.from(text)
        const headers = signatureHeaders({ id: `e${id}`, at: Date.now(), body }, { secret: ours })
        const verify = (secret: string, said = body.toString()) => new Webhook(secret).verify(said, headers)
        // It reads what it verified as JSON, and fails at that only after it has.
        const isSigned = (call: () => unknown) => {
          try {
            call()
            return true
          } catch (error) {
            return error instanceof SyntaxError
          }
        }
        expect(isSigned(() => verify(ours))).toBe(true)
        expect(isSigned(() => verify(other))).toBe(false)
        expect(isSigned(() => verify(ours, `${body.toString()}x`))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('hold for the secret before as well, while that counts', () => {
    const previous = { secret: before, until: 1 }
    const headers = signatureHeaders({ id: 'e/t/0', at: Date.now(), body: '{}' }, { secret: ours, previous })
    for (const secret of [ours, before]) expect(new Webhook(secret).verify('{}', headers)).toEqual({})
    expect(() => new Webhook(other).verify('{}', headers)).toThrow()
    expect(headers['webhook-id']).toBe('e/t/0')
    expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/)
  })
})
