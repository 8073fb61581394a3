import type { Draft, JsonObject, PendingRequest } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { meantRequest } from './meant-request.js'

const pending = (requestId: string, data: JsonObject, kind: PendingRequest['kind'] = 'permission') => ({
  ...{ requestId, kind, turnId: null, since: 1 },
  data: { requestId, ...data },
})
const draft = (type: Draft['type'], data: JsonObject): Draft => ({
  type,
  source: { agent: 'claude', via: 'hook' },
  data,
})
const permission = (data: JsonObject) => draft('permission_requested', data)

const ls = { toolName: 'Bash', args: { command: 'ls', deep: { a: [1] } } }
const rm = { toolName: 'Bash', args: { command: 'rm x' } }

describe('the request a hook means', () => {
  it.each([
    ['has its id', [pending('a', ls), pending('b', ls)], permission({ requestId: 'a', ...ls }), 'a'],
    [
      'is about its tool call',
      [pending('a', { ...ls, toolCallId: 't1' }), pending('b', { ...ls, toolCallId: 't2' })],
      permission({ requestId: 'z', ...ls, toolCallId: 't1' }),
      'a',
    ],
    ['asks for the same', [pending('a', ls), pending('b', rm)], permission({ requestId: 'z', ...ls }), 'a'],
    ['is the newest of those', [pending('a', ls), pending('b', ls)], permission(ls), 'b'],
    ['is none that asks for something else', [pending('a', rm)], permission(ls), undefined],
    [
      'is none of another kind',
      [pending('a', ls, 'question')],
      permission({ requestId: 'a', ...ls }),
      undefined,
    ],
  ])('%s', (_what, requests, told, requestId) => {
    expect(meantRequest(requests, told)?.requestId).toBe(requestId)
  })

  it('of questions has the same choices: their texts are cleaned on the way', () => {
    const asked = (text: string, options: string[]) => ({ questions: [{ id: 'q1', text, options }] })
    const requests = [pending('a', asked('Which?', ['x', 'y']), 'question')]
    const told = (options: string[]) => draft('question_requested', asked(' Which?\u001b[0m', options))
    expect(meantRequest(requests, told(['x', 'y']))?.requestId).toBe('a')
    expect(meantRequest(requests, told(['x']))).toBeUndefined()
  })
})
