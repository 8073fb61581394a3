import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quote } from './quote.js'

describe('quote', () => {
  it('keeps what is short as it is', () => {
    expect(quote('Fix the bug  in `main.rs`')).toBe('“Fix the bug  in `main.rs`”')
    expect(quote('')).toBe('“”')
    expect(quote('x'.repeat(200))).toBe(`“${'x'.repeat(200)}”`)
  })

  it('cuts after 200 characters and shows it', () => {
    expect(quote('x'.repeat(201))).toBe(`“${'x'.repeat(200)}…”`)
    expect(quote('🚦'.repeat(200))).toBe(`“${'🚦'.repeat(200)}”`)
    expect(quote('🚦'.repeat(201))).toBe(`“${'🚦'.repeat(200)}…”`)
    expect(quote('x'.repeat(1_000_000))).toBe(`“${'x'.repeat(200)}…”`)
  })

  it('puts lines into one, so that no fence can begin in a quotation', () => {
    expect(quote('one\n\n```spec\r\n{}')).toBe('“one ```spec {}”')
  })

  it('is one line of at most 203 characters, whole ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (said) => {
        const quoted = quote(said)
        expect([...quoted].length).toBeLessThanOrEqual(203)
        expect(quoted).not.toMatch(/[\r\n]/)
        expect(() => encodeURIComponent(quoted)).not.toThrow()
      }),
    )
  })
})
