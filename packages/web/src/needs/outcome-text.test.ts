import { REQUEST_OUTCOMES, type RequestEntry } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { outcomeText } from './outcome-text.js'

const owner = { userId: 'owner', via: 'ws' }

describe('how a request ended', () => {
  it.each<[Pick<RequestEntry, 'outcome' | 'by' | 'message'>, string]>([
    [{ outcome: 'approved', by: owner }, 'Approved by owner in another window or program'],
    [
      { outcome: 'denied', by: { userId: 'owner', via: 'rest' }, message: 'too risky' },
      'Denied by owner from a terminal or program: too risky',
    ],
    [{ outcome: 'approved', by: { userId: 'terminal', via: 'claude' } }, 'Approved in the terminal'],
    [
      { outcome: 'approved', by: { userId: 'signalbox', via: 'autonomy' } },
      'Approved by a rule of the session',
    ],
    [{ outcome: 'denied', by: { userId: 'auto', via: 'claude' } }, 'Denied by the agent itself'],
    [
      { outcome: 'answered', by: { userId: 'ann', via: 'carrier pigeon' } },
      'Answered by ann via carrier pigeon',
    ],
    [{ outcome: 'resolved_elsewhere' }, 'Answered in the terminal'],
    [{ outcome: 'withdrawn' }, 'Withdrawn by the agent'],
    [{}, 'Over'],
  ])('%j is said as %s', (entry, said) => {
    expect(outcomeText(entry, false)).toBe(said)
  })

  it('says you of what this page answered', () => {
    expect(outcomeText({ outcome: 'denied', by: owner, message: 'not on a Friday' }, true)).toBe(
      'Denied by you: not on a Friday',
    )
  })

  it('has words for every outcome, and none that acts', () => {
    for (const outcome of REQUEST_OUTCOMES) expect(outcomeText({ outcome }, true)).toMatch(/^[A-Z][a-z]+/)
    expect(outcomeText({ outcome: 'denied', message: '\u001b[31mred\u202e\n' }, true)).toBe(
      'Denied by you: red',
    )
    expect(outcomeText({ outcome: 'toString' as 'denied' }, true)).toBe('Ended by you')
  })
})
