import { describe, expect, it } from 'vitest'
import { paintFor, wantsColour } from './paint.js'

describe('paintFor', () => {
  it('puts text between the codes of a colour', () => {
    expect(paintFor(true)('red', 'no')).toBe('\u001b[31mno\u001b[39m')
    expect(paintFor(true)('dim', '')).toBe('')
  })

  it('leaves text alone where no colours are wanted', () => {
    expect(paintFor(false)('red', 'no')).toBe('no')
  })
})

describe('wantsColour', () => {
  it.each([
    ['a terminal', { isTTY: true }, {}, true],
    ['a pipe', {}, {}, false],
    ['somebody who wants none', { isTTY: true }, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, true],
    ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false],
  ])('%s', (_what, stream, env, wanted) => {
    expect(wantsColour(stream, env)).toBe(wanted)
  })
})
