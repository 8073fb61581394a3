import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressSpelling } from './address-spelling.js'

describe('addressSpelling', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0X7F.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.257', '127.0.1.1'],
    ['0', '0.0.0.0'],
    ['0x', '0.0.0.0'],
    ['4294967295', '255.255.255.255'],
    ['134744072', '8.8.8.8'],
    ['①②⑦.0.0.1', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
  ])('of %s is %s', (host, spelled) => {
    expect(addressSpelling(host)).toBe(spelled)
  })

  it.each(['4294967296', '256.1.1.1', '1.2.3.4.5', '08.0.0.1', 'a.1', '1..1', '127.0.0.256', '0x1ffffffff'])(
    'knows that %s is none',
    (host) => {
      expect(addressSpelling(host)).toBeNull()
    },
  )

  it.each([
    'hooks.example.com',
    'localhost',
    '1.example',
    '0x7f.example',
    'example.0xg',
    '[::1]',
    '',
    '.',
    '1.a1',
  ])('leaves the name %s alone', (host) => {
    expect(addressSpelling(host)).toBeUndefined()
  })

  it('spells every address as it is usually spelled', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressSpelling(address)).toBe(address)
      }),
    )
  })
})
