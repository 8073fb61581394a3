import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEntry } from './watch-entry.js'

describe('readEntry', () => {
  const whole = {
    sessionId: 's',
    state: 'permission',
    since: 5,
    agent: 'codex',
    name: 'shop',
    pid: 7,
    tmuxTarget: '%3',
    costMicroDollars: 0,
  }

  it('takes what the gateway says', () => {
    expect(readEntry({ ...whole, type: 'watch_state', origin: 'observed', seq: 3 })).toEqual(whole)
  })

  it.each([undefined, null, 'text', [], {}, { sessionId: 's' }, { since: 5 }, { sessionId: 3, since: 5 }])(
    'finds no session in %j',
    (value) => {
      expect(readEntry(value)).toBeUndefined()
    },
  )

  it('leaves out what is not as it should be, and empty texts', () => {
    expect(readEntry({ ...whole, name: 3, pid: '7', tmuxTarget: '', costMicroDollars: Number.NaN })).toEqual({
      sessionId: 's',
      state: 'permission',
      since: 5,
      agent: 'codex',
    })
  })

  it('claims nothing of a state it does not know', () => {
    expect(readEntry({ ...whole, state: 'dreaming' })?.state).toBe('stale')
  })

  it('never breaks', () => {
    fc.assert(fc.property(fc.anything(), (value) => void readEntry(value)))
    const fields = fc.record({
      sessionId: fc.string(),
      since: fc.double(),
      state: fc.anything(),
      name: fc.anything(),
    })
    fc.assert(fc.property(fields, (value) => void readEntry(value)))
  })
})
