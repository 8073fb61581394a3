import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePointer } from './json-pointer.js'

describe('parsePointer', () => {
  it.each([
    ['', []],
    ['/', ['']],
    ['/a/b', ['a', 'b']],
    ['//', ['', '']],
    ['/a~1b/~0', ['a/b', '~']],
    ['/~01', ['~1']],
    ['/é/日本/😀', ['é', '日本', '😀']],
  ])('%j', (pointer, tokens) => {
    expect(parsePointer(pointer)).toEqual(tokens)
  })

  it.each(['a', 'a/b', '#/a', '/~', '/~2', '/a~/b', ' /a'])('%j is none', (pointer) => {
    expect(parsePointer(pointer)).toBeUndefined()
  })

  it('finds what was written with the escapes of RFC 6901', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a', '😀') })), (tokens) => {
        const written = tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`)
        expect(parsePointer(written.join(''))).toEqual(tokens)
      }),
    )
  })
})
