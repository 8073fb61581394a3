import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMeantBy, onlyDelivery, shortDeliveryIds } from './delivery-id.js'

const A = '01994f3a-0000-7000-8000-0000deadbeef'
const B = '01994f3a-0000-7000-8000-0001deadbeef'
const find = (typed: string, ids: readonly string[]) =>
  onlyDelivery(
    typed,
    ids.filter((id) => isMeantBy(typed, id)),
  )

describe('short ids of deliveries', () => {
  it('are the end of the event, the trigger and the index; more of the event where that is not enough', () => {
    expect([...shortDeliveryIds([`${A}/one/0`, `${A}/two/0`, `${A}/one/1`]).values()]).toEqual([
      'deadbeef/one/0',
      'deadbeef/two/0',
      'deadbeef/one/1',
    ])
    expect([...shortDeliveryIds([`${A}/one/0`, `${B}/one/0`, `${B}/two/0`]).values()]).toEqual([
      '000-0000deadbeef/one/0',
      '000-0001deadbeef/one/0',
      'deadbeef/two/0',
    ])
  })

  it.each([
    ['deadbeef/1', `${A}/one/1`],
    ['deadbeef/one/0', `${A}/one/0`],
    [' deadbeef/one/0', `${A}/one/0`],
    ['0000deadbeef/one/0', `${A}/one/0`],
    [`${A}/two/0`, `${A}/two/0`],
  ])('%s is found', (typed, id) => {
    expect(find(typed, [`${A}/one/0`, `${A}/two/0`, `${A}/one/1`])).toBe(id)
  })

  it('say what to type where several fit, or none', () => {
    const ids = [`${A}/one/0`, `${B}/one/0`]
    expect(() => find('deadbeef/0', ids)).toThrow(`"deadbeef/0" fits 2 deliveries: ${A}/one/0, ${B}/one/0.`)
    expect(() => find('one/0', ids)).toThrow(/no delivery "one\/0".*flows deliveries/)
    expect(() => find('adbeef/one/0', ids)).toThrow(/no delivery/)
    expect(() => find('cafecafe/0', [])).toThrow(/no delivery/)
  })

  it('lead back to where they come from, also with odd names', () => {
    const name = fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', '/', ' ', '0', '漢', '-') })
    const id = fc
      .tuple(fc.constantFrom(A, B, A.replace('01', '02')), name, fc.nat(2))
      .filter(([, trigger]) => trigger.trim() === trigger && !/\s\s|^\//.test(trigger))
      .map((parts) => parts.join('/'))
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 8 }), (ids) => {
        for (const [whole, short] of shortDeliveryIds(ids)) {
          expect(ids.filter((one) => isMeantBy(short, one))).toEqual([whole])
          expect(find(whole, [whole])).toBe(whole)
        }
      }),
    )
  })
})
