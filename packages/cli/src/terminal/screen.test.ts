import { expect, it } from 'vitest'
import { screenOf } from './screen.js'

it('knows a terminal', () => {
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const screen = screenOf({ write, isTTY: true, columns: 100 }, {})
  screen.print('x')
  expect([written, screen.width(), screen.isTerminal]).toEqual(['x', 100, true])
  expect(screen.paint('red', 'x')).not.toBe('x')
})

it('takes a terminal that does not say its width for a usual one', () => {
  expect(screenOf({ write: () => {}, isTTY: true, columns: 0 }, {}).width()).toBe(80)
})

it('cuts and colours nothing where there is none', () => {
  const screen = screenOf({ write: () => {} }, {})
  expect([screen.width(), screen.isTerminal]).toEqual([Number.POSITIVE_INFINITY, false])
  expect(screen.paint('red', 'x')).toBe('x')
})
