import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntities } from './entities.js'

const encode = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

describe('decodeEntities', () => {
  it.each([
    ['', ''],
    ['plain & simple', 'plain & simple'],
    ['make 2&gt;/dev/null &amp;&amp; echo &quot;ok&quot;', 'make 2>/dev/null && echo "ok"'],
    ['&apos;&lt;tick&gt;&apos;', "'<tick>'"],
    ['&amp;lt;', '&lt;'],
    ['&amp;amp;lt;', '&amp;lt;'],
    ['&nbsp;&#60;&LT;&lt', '&nbsp;&#60;&LT;&lt'],
    ['&&lt;;', '&<;'],
  ])('makes of %j %j', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded)
  })

  it('undoes exactly one encoding of any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeEntities(encode(text))).toBe(text)
        expect(decodeEntities(encode(encode(text)))).toBe(encode(text))
      }),
    )
  })
})
