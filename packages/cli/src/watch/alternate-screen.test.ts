import { afterEach, describe, expect, it } from 'vitest'
import { takeScreen } from './alternate-screen.js'

/** What a signal would do here. */
const handlersOf = (signal: NodeJS.Signals) => process.listeners(signal)

describe('takeScreen', () => {
  const given: (() => void)[] = []
  afterEach(() => {
    for (const giveBack of given.splice(0)) giveBack()
  })
  function take() {
    const written: string[] = []
    const stopped: number[] = []
    const giveBack = takeScreen(
      (code) => void stopped.push(code),
      (text) => void written.push(text),
    )
    given.push(giveBack)
    return { written, stopped, giveBack }
  }

  it('takes a screen of its own, and gives back what was there, once', () => {
    const { written, giveBack } = take()
    expect(written).toEqual(['\u001b[?1049h\u001b[?25l\u001b[?7l'])
    giveBack()
    giveBack()
    expect(written.slice(1)).toEqual(['\u001b[?7h\u001b[?1049l\u001b[?25h'])
  })

  it('says with which code to end when a signal comes, and leaves signals alone afterwards', () => {
    const before = handlersOf('SIGTERM').length
    const { stopped, giveBack } = take()
    for (const [signal, code] of [
      ['SIGHUP', 129],
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      handlersOf(signal).at(-1)?.(signal)
      expect(stopped.at(-1)).toBe(code)
    }
    giveBack()
    expect(handlersOf('SIGTERM')).toHaveLength(before)
  })

  it('gives the screen back when the process ends by itself', () => {
    const { written } = take()
    process.listeners('exit').at(-1)?.call(process, 1)
    expect(written).toHaveLength(2)
  })

  it('does not mind a terminal that is gone', () => {
    let isGone = false
    const giveBack = takeScreen(
      () => undefined,
      () => {
        if (isGone) throw new Error('EIO')
      },
    )
    isGone = true
    expect(giveBack).not.toThrow()
  })
})
