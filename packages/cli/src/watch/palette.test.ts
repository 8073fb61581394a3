import { describe, expect, it } from 'vitest'
import { colourDepthOf, groundOf, type Line, painter } from './palette.js'

const line: Line = [
  { text: 'a', style: 'needs' },
  { text: 'b' },
  { text: '', style: 'accent' },
  { text: 'c', style: 'faint' },
]

describe('painter', () => {
  it('draws with all colours', () => {
    expect(painter('true', 'dark')(line)).toBe(
      '\u001b[1;38;2;255;111;67ma\u001b[0mb\u001b[38;2;141;137;129mc\u001b[0m',
    )
    expect(painter('true', 'light')(line)).toContain('38;2;185;56;10')
  })

  it('draws with sixteen', () => {
    expect(painter('16', 'dark')(line)).toBe('\u001b[1;91ma\u001b[0mb\u001b[2mc\u001b[0m')
  })

  it('draws without colour what weight can say, and nothing at all where there is no terminal', () => {
    expect(painter('none', 'dark')(line)).toBe('\u001b[1ma\u001b[0mb\u001b[2mc\u001b[0m')
    expect(painter('plain', 'dark')(line)).toBe('abc')
  })
})

describe('colourDepthOf', () => {
  const terminal = (bits: number) => ({ isTTY: true, getColorDepth: () => bits })

  it.each([
    [terminal(24), {}, 'true'],
    [terminal(8), {}, '16'],
    [terminal(8), { COLORTERM: 'truecolor', TMUX: 'x' }, 'true'],
    [terminal(8), { COLORTERM: 'truecolor', NO_COLOR: '1' }, 'none'],
    [terminal(4), {}, '16'],
    [terminal(1), {}, 'none'],
    [terminal(24), { NO_COLOR: '1' }, 'none'],
    [terminal(24), { NO_COLOR: '' }, 'true'],
    [terminal(24), { TERM: 'dumb' }, 'plain'],
    [{ isTTY: true }, {}, '16'],
    [{}, {}, 'plain'],
  ] as const)('%j %j: %s', (stream, env, depth) => {
    expect(colourDepthOf(stream, env)).toBe(depth)
  })
})

it('knows a light ground where the terminal says so', () => {
  expect(groundOf({ COLORFGBG: '0;15' })).toBe('light')
  expect(groundOf({ COLORFGBG: '15;0' })).toBe('dark')
  expect(groundOf({})).toBe('dark')
})
