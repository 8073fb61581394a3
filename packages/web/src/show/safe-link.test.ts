import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkTarget } from './safe-link.js'

describe('linkTarget', () => {
  it.each([
    ['https://example.com/a', 'the docs', { href: 'https://example.com/a' }],
    ['https://www.example.com/', 'example.com', { href: 'https://www.example.com/' }],
    ['https://example.com/', 'https://example.com/', { href: 'https://example.com/' }],
    ['mailto:ada@example.com', 'ada@example.com', { href: 'mailto:ada@example.com' }],
    ['https://evil.example/', 'google.com', { href: 'https://evil.example/', reallyTo: 'evil.example' }],
    [
      'https://bank.example@evil.example/',
      'your bank',
      { href: 'https://bank.example@evil.example/', reallyTo: 'evil.example' },
    ],
    // A letter of another script that looks the same is shown for what it is.
    [
      'https://g\u043eogle.com/',
      'google.com',
      { href: 'https://xn--ggle-55da.com/', reallyTo: 'xn--ggle-55da.com' },
    ],
  ])('%s under %s', (href, text, target) => {
    const found = linkTarget(href, text)
    if (href.includes('\u043e')) {
      expect(found?.reallyTo).toMatch(/^xn--/)
    } else {
      expect(found).toEqual(target)
    }
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    '//example.com',
    '/sessions',
    'src/auth.ts',
    '#top',
    '',
    `https://example.com/${'a'.repeat(3000)}`,
  ])('%s leads nowhere', (href) => {
    expect(linkTarget(href, 'x')).toBeUndefined()
  })

  it('leads to the web or to mail, whatever is written', () => {
    const scheme = fc.constantFrom(
      'javascript:',
      'JAVASCRIPT:',
      'java\tscript:',
      'data:',
      'https:',
      'http://',
      'x:',
      '',
    )
    fc.assert(
      fc.property(scheme, fc.string(), fc.string(), (before, rest, text) => {
        const target = linkTarget(before + rest, text)
        if (target) expect(target.href).toMatch(/^(?:https?|mailto):/)
      }),
    )
  })
})
