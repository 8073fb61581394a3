import { describe, expect, it } from 'vitest'
import type { Part } from './cleaned.js'
import { isForPeople, isForTheModel, Sheet } from './sheet.js'

const say = (text: string): Part => ({ kind: 'text', text })
const remind = (text: string): Part => ({ kind: 'context', tag: 'system-reminder', text })

/** A sheet of parts, with the whitespace that stood between them. */
function sheetOf(...all: (Part | string)[]): Sheet {
  const sheet = new Sheet()
  for (const one of all) {
    if (typeof one === 'string') sheet.space(one, 0, one.length)
    else sheet.add(one)
  }
  return sheet
}

describe('Sheet', () => {
  it.each([
    ['nothing between', [say('a'), say('b')], 'a\nb'],
    ['spaces', [say('a'), '  \t', say('b')], 'a\nb'],
    ['a line break', [say('a'), ' \n ', say('b')], 'a\nb'],
    ['an empty line', [say('a'), '\n\n', say('b')], 'a\n\nb'],
    ['a line of spaces', [say('a'), '\n  \n', say('b')], 'a\n\nb'],
    ['line breaks on both sides', [say('a'), '\n', '\n', say('b')], 'a\nb'],
    ['an empty line on one side', [say('a'), '\n', '\n\n', '\n', say('b')], 'a\n\nb'],
    ['something hidden', [say('a'), '\n\n', remind('x'), '\n', say('b')], 'a\n\nb'],
    ['something hidden, the empty line behind it', [say('a'), '\n', remind('x'), '\n\n', say('b')], 'a\n\nb'],
    ['hidden things at the ends', [remind('x'), '\n\n', say('a'), '\n\n', remind('y')], 'a'],
  ])('joins over %s', (_what, all, text) => {
    expect(sheetOf(...all).text(isForPeople)).toBe(text)
  })

  it('forgets an empty line once it is used', () => {
    expect(sheetOf(say('a'), '\n\n', say('b'), '\n', say('c')).text(isForPeople)).toBe('a\n\nb\nc')
  })

  it('shows what is asked for', () => {
    const sheet = sheetOf(remind('x'), '\n', say('a'), '\n\n', remind('y'))
    expect(sheet.text(isForTheModel)).toBe('x\n\ny')
    expect(sheet.text(isForPeople)).toBe('a')
  })

  it('has no part without words', () => {
    const sheet = sheetOf(say(''), remind(''), say('a'))
    expect(sheet.parts).toEqual([say('a')])
  })

  it('counts the whitespace of a stretch of text only', () => {
    const sheet = new Sheet()
    sheet.add(say('a'))
    sheet.space('\n\nxx\n', 4, 5)
    sheet.add(say('b'))
    expect(sheet.text(isForPeople)).toBe('a\nb')
  })
})
