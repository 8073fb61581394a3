import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.js'

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ])('takes %s', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.19.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '0:0:0:0:0:ffff:c0a8:101',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '8.8.8.8.',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))

  // The ranges once more, by arithmetic.
  const v4 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  const dotted = (n: number) => [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join('.')
  const hex = (n: number) => `${Math.floor(n / 65536).toString(16)}:${(n % 65536).toString(16)}`
  const private4 = (n: number) => {
    const [a = 0, b = 0] = dotted(n).split('.').map(Number)
    return (
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168) ||
      (a === 198 && (b === 18 || b === 19))
    )
  }
  const near = fc
    .constantFrom(10, 127, 169, 172, 192, 100, 198, 224, 0)
    .chain((a) => fc.integer({ min: a * 2 ** 24, max: (a + 1) * 2 ** 24 - 1 }))

  it('takes nothing private, however it is written into an address', () => {
    fc.assert(
      fc.property(fc.oneof(v4, near), fc.integer({ min: 0, max: 65535 }), (n, rest) => {
        const seen = isPublicAddress(dotted(n))
        if (private4(n)) expect(seen).toBe(false)
        for (const form of [
          `::ffff:${dotted(n)}`,
          `::ffff:${hex(n)}`,
          `0:0:0:0:0:FFFF:${hex(n)}`,
          `64:ff9b::${hex(n)}`,
          `2002:${hex(n)}::${rest.toString(16)}`,
        ])
          expect(isPublicAddress(form), form).toBe(seen)
        // What is not known to lead to it is refused as a whole.
        expect(isPublicAddress(`::${hex(n)}`)).toBe(false)
      }),
    )
  })

  it('takes of IPv6 what is global only', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 65535 }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(groups, (parts) => {
        const [first = 0] = parts
        const address = parts.map((part) => part.toString(16)).join(':')
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false)
        else if (first > 0x2002 && first < 0x3fff) expect(isPublicAddress(address)).toBe(true)
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        expect(typeof isPublicAddress(text)).toBe('boolean')
      }),
    )
  })
})
