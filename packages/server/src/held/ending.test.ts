import type { EventType } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { readEnding } from './ending.js'

const read = (type: EventType, data: object, agent = 'signalbox') =>
  readEnding({ type, data: JSON.stringify({ requestId: 'r', ...data }), source: { agent, via: 'ws' } })

describe('the ending of a request', () => {
  it.each([
    [{ approved: true }, { approved: true, remember: false }],
    [
      { approved: true, remember: true },
      { approved: true, remember: true },
    ],
    [
      { approved: false, message: 'no' },
      { approved: false, message: 'no', remember: false },
    ],
    [
      { approved: false, message: '' },
      { approved: false, remember: false },
    ],
  ])('of approval_resolved %j', (data, ending) => {
    expect(read('approval_resolved', data)).toEqual({
      requestId: 'r',
      ending: { kind: 'permission', ...ending },
    })
  })

  it('of questions and of what is closed', () => {
    const answered = { answers: { q1: 'a' }, dismissed: false }
    expect(read('question_resolved', answered)?.ending).toEqual({ kind: 'question', ...answered })
    expect(read('request_closed', { reason: 'expired' })?.ending).toEqual({ kind: 'released' })
  })

  it('is no news to the agent that tells of it', () => {
    const released = { requestId: 'r', ending: { kind: 'released' } }
    expect(read('approval_resolved', { approved: true }, 'opencode')).toEqual(released)
    expect(read('question_resolved', { answers: {}, dismissed: true }, 'claude')).toEqual(released)
  })

  it('is told by no other event', () => {
    expect(read('permission_requested', {})).toBeUndefined()
  })
})
