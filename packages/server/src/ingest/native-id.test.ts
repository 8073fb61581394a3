import { describe, expect, it } from 'vitest'
import { isStorableId, nativeId } from './native-id.js'

describe('nativeId', () => {
  it.each([
    ['a b', 'a b'],
    [42, '42'],
    ['', undefined],
    [' \t', undefined],
    [null, undefined],
    [undefined, undefined],
    [true, undefined],
    [['a'], undefined],
    [{ id: 'a' }, undefined],
    ['a\0b', undefined],
    ['\ud800', undefined],
    ['😀', '😀'],
    ['x'.repeat(512), 'x'.repeat(512)],
    ['x'.repeat(513), undefined],
  ])('%j is %j', (value, id) => {
    expect(nativeId(value)).toBe(id)
  })

  it('lets no two ids become one in the store', () => {
    expect(['a', 'a\0', 'a\ud800', 'a\udc00b', '\udc00\ud800'].map(isStorableId)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
