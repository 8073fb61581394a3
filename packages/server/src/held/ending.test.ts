import { describe, expect, it } from 'vitest'
import { endsRequest, readEnding } from './ending.js'

const by = { userId: 'owner', via: 'ws' }
const terminal = { userId: 'terminal', via: 'claude' }
const read = (type: Parameters<typeof readEnding>[0], data: object) =>
  readEnding(type, JSON.stringify({ requestId: 'r', ...data }))

describe('the ending of a request', () => {
  it.each([
    [
      { approved: true, by },
      { kind: 'permission', approved: true, remember: false },
    ],
    [
      { approved: true, by, remember: true },
      { kind: 'permission', approved: true, remember: true },
    ],
    [
      { approved: false, by, message: 'no' },
      { kind: 'permission', approved: false, message: 'no', remember: false },
    ],
    [
      { approved: false, by, message: '' },
      { kind: 'permission', approved: false, remember: false },
    ],
    [{ approved: true, by: terminal }, { kind: 'released' }],
  ])('of approval_resolved %j', (data, ending) => {
    expect(read('approval_resolved', data)).toEqual({ requestId: 'r', ending })
  })

  it('of questions and of what is closed', () => {
    const answered = { answers: { q1: 'a' }, dismissed: false }
    expect(read('question_resolved', { ...answered, by }).ending).toEqual({ kind: 'question', ...answered })
    expect(read('question_resolved', { ...answered, by: terminal }).ending).toEqual({ kind: 'released' })
    expect(read('request_closed', { reason: 'expired' }).ending).toEqual({ kind: 'released' })
  })

  it('is told by three events alone', () => {
    expect(endsRequest('request_closed')).toBe(true)
    expect(endsRequest('permission_requested')).toBe(false)
  })
})
