import { describe, expect, it } from 'vitest'
import { changeTexts } from './text-path.js'

const upper = (text: string) => text.toUpperCase()

describe('changeTexts', () => {
  it.each([
    [{ a: 'x', b: 'y' }, 'a', { a: 'X', b: 'y' }],
    [{ list: [{ t: 'x' }, { t: 'y' }] }, 'list[].t', { list: [{ t: 'X' }, { t: 'Y' }] }],
    [{ list: [{ t: 'x' }, 'z', { u: 1 }] }, 'list[].t', { list: [{ t: 'X' }, 'z', { u: 1 }] }],
  ])('%j at %s is %j', (object, path, expected) => {
    expect(changeTexts(object, path, upper)).toEqual(expected)
  })

  it.each([
    [{ a: 1 }, 'a'],
    [{ a: null }, 'a'],
    [{}, 'a'],
    [{ a: 'X' }, 'a'],
    [{ list: 'x' }, 'list[].t'],
    [{ list: [{ t: 1 }, null, ['x']] }, 'list[].t'],
  ])('%j at %s is left as it is', (object, path) => {
    expect(changeTexts(object, path, upper)).toBe(object)
  })
})
