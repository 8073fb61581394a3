import { describe, expect, it } from 'vitest'
import { type Keyboard, ownKeyboard, procKeyboard, psKeyboard } from './keyboard.js'

const WAYS: [string, Keyboard][] = [
  ['ps', psKeyboard],
  ['the way of this system', ownKeyboard],
  ...(process.platform === 'linux' ? ([['/proc', procKeyboard]] as [string, Keyboard][]) : []),
]

// What reads its terminal is seen in delivery.test.ts, with real panes.
describe.each(WAYS)('who reads a terminal, by %s', (_name, keyboard) => {
  it('is no process that has none, is not there, or has another', async () => {
    expect(await keyboard(2 ** 22 + 1, '/dev/null')).toBe(false)
    expect(await keyboard(process.pid, '/dev/null')).toBe(false)
    expect(await keyboard(process.pid, '/nowhere/at/all')).toBe(false)
    expect(await keyboard(1, '')).toBe(false)
  })
})
