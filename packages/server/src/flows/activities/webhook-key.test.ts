import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { webhookKey } from './webhook-key.js'

/** The id a key was made of. */
const idOf = (key: string) =>
  key.replace(/%u([0-9A-F]{4})|(?:%[0-9A-F]{2})+/g, (escaped, half?: string) =>
    half === undefined ? decodeURIComponent(escaped) : String.fromCharCode(Number.parseInt(half, 16)),
  )
const ids = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('%', '%20', ' ', '%u', 'D800', '\ud800', '\udc00', 'é'),
    ),
  )
  .map((parts) => parts.join(''))

describe('webhookKey', () => {
  it.each([
    ['ev-1/plan-created/0', 'ev-1/plan-created/0'],
    ['e/a"b<c>{d}|~!#$&\'()*+,;=:@[]^`\\/1', 'e/a"b<c>{d}|~!#$&\'()*+,;=:@[]^`\\/1'],
    ['e/a b/0', 'e/a%20b/0'],
    ['e/a%20b/0', 'e/a%2520b/0'],
    ['e/✓\r\n/0', 'e/%E2%9C%93%0D%0A/0'],
    ['e/\ud800/0', 'e/%uD800/0'],
    ['e/\ufffd/0', 'e/%EF%BF%BD/0'],
  ])('of %j is %s', (id, key) => expect(webhookKey(id)).toBe(key))

  it('is the key of one id only, and a header can carry it', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const key = webhookKey(id)
        expect(key).toMatch(/^[\x21-\x7e]*$/)
        expect(idOf(key)).toBe(id)
      }),
      { numRuns: 1000 },
    )
  })
})
