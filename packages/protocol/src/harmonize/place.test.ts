import { describe, expect, it } from 'vitest'
import { Place } from './place.js'

/** Whether each `<` of a text starts a section, read from its start. */
function starts(text: string): boolean[] {
  const place = new Place(text)
  return [...text.matchAll(/</g)].map(({ index }) => place.isSectionStart(index))
}

describe('Place', () => {
  it.each([
    ['<', [true]],
    [' \n\t  \u3000<', [true]],
    ['a\n<', [true]],
    ['a\n   <', [true]],
    ['a\n    <', [false]],
    ['a\n\t<', [false]],
    ['a <', [false]],
    ['`<`', [false]],
    ['"<"', [false]],
    ['> <', [false]],
    ['- <', [false]],
    ['```\n<\n```\n<', [false, true]],
    ['```\n<', [true]],
    ['~~~\n<\n```\n<\n~~~\n<', [false, false, true]],
  ])('knows where sections start in %j', (text, expected) => {
    expect(starts(text)).toEqual(expected)
  })

  it('lets one start right behind what was taken out, whatever whitespace stands between', () => {
    const text = 'ab     < c <'
    const place = new Place(text)
    place.skip(0, 2)
    expect(place.isSectionStart(7)).toBe(true)
    expect(place.isSectionStart(11)).toBe(false)
    expect(place.ink).toBe(7)
  })

  it('knows no fence that was opened inside what was taken out', () => {
    const text = 'x\n```\ny\n<\n```'
    const place = new Place(text)
    place.skip(0, text.indexOf('y'))
    expect(place.isSectionStart(text.indexOf('<'))).toBe(true)
  })

  it('knows a fence that was opened before what was taken out', () => {
    const text = '<\n```\nab\n<\n```'
    const place = new Place(text)
    expect(place.isSectionStart(0)).toBe(true)
    place.skip(text.indexOf('a'), text.indexOf('b'))
    expect(place.isSectionStart(text.lastIndexOf('<'))).toBe(false)
  })

  it('stays in a fence when something inside it is taken out', () => {
    const text = '```\nab\n<\n```'
    const place = new Place(text)
    expect(place.isSectionStart(text.indexOf('<'))).toBe(false)
    place.skip(text.indexOf('a'), text.indexOf('b'))
    expect(place.isSectionStart(text.indexOf('<'))).toBe(false)
  })
})
