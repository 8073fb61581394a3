import type { JsonObject } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { readRequest, replyTo } from './codex-request.js'

const at = { threadId: 't', turnId: 'u', itemId: 'c' }
const read = (method: string, params: JsonObject) => {
  const request = readRequest({ method, id: 3, params: { ...at, ...params } }, new Map())
  if (!request) throw new Error('no request')
  return request
}
const approve = (more: JsonObject = {}) => ({
  type: 'approval_resolved' as const,
  data: { approved: true, ...more },
})
const deny = { type: 'approval_resolved' as const, data: { approved: false } }
const answers = (given: JsonObject, dismissed = false) => ({
  type: 'question_resolved' as const,
  data: { answers: given, dismissed },
})

describe('commands and changes of files', () => {
  it.each(['item/commandExecution/requestApproval', 'item/fileChange/requestApproval'])('%s', (method) => {
    const { asked, data } = read(method, { command: "/bin/bash -lc 'ls -l'" })
    expect(asked.known).toEqual({ toolCallId: 'c' })
    expect(data.toolCallId).toBe('c')
    expect(replyTo(asked, approve())).toEqual({ decision: 'accept' })
    expect(replyTo(asked, approve({ remember: true }))).toEqual({ decision: 'acceptForSession' })
    expect(replyTo(asked, deny)).toEqual({ decision: 'decline' })
    expect(replyTo(asked, answers({}))).toBeUndefined()
  })

  it('of one call that asks several things have names of their own', () => {
    const { asked, data } = read('item/commandExecution/requestApproval', {
      command: 'ls',
      approvalId: 'a-1',
    })
    expect(asked.known).toEqual({ requestId: 'codex-a-1' })
    expect(data.toolCallId).toBeUndefined()
    expect(data.requestId).toBe('codex-a-1')
  })

  it('say what they are about even where there is no command', () => {
    expect(
      read('item/commandExecution/requestApproval', { networkApprovalContext: { host: 'example.org' } }).data,
    ).toMatchObject({ description: 'example.org' })
    expect(read('item/fileChange/requestApproval', { grantRoot: '/etc' }).data).toMatchObject({
      description: '/etc',
    })
  })
})

describe('further permissions', () => {
  it('are granted as asked, or none of them', () => {
    const permissions = { network: { enabled: true }, fileSystem: null }
    const { asked } = read('item/permissions/requestApproval', { permissions, reason: 'to fetch' })
    expect(replyTo(asked, approve())).toEqual({ permissions: { network: { enabled: true } }, scope: 'turn' })
    expect(replyTo(asked, approve({ remember: true }))).toMatchObject({ scope: 'session' })
    expect(replyTo(asked, deny)).toEqual({ permissions: {}, scope: 'turn' })
  })
})

describe('forms', () => {
  const form = read('mcpServer/elicitation/request', {
    serverName: 'lab',
    message: 'Who?',
    requestedSchema: {
      type: 'object',
      properties: {
        age: { type: 'integer', title: 'Age' },
        sure: { type: 'boolean' },
        size: { type: 'string', oneOf: [{ const: 's' }, { const: 'm' }] },
        note: { type: 'string' },
      },
      required: ['age'],
    },
  })

  it('are questions, one a field', () => {
    expect(form.data.questions).toEqual([
      { id: 'age', text: 'Age', type: 'text', required: true },
      { id: 'sure', text: 'sure', type: 'confirm', required: false },
      { id: 'size', text: 'size', type: 'choice', options: ['s', 'm'], required: false },
      { id: 'note', text: 'note', type: 'text', required: false },
    ])
  })

  it('are filled in with the types they ask for', () => {
    expect(replyTo(form.asked, answers({ age: '41', sure: 'Yes', size: 'm', note: '7' }))).toEqual({
      action: 'accept',
      content: { age: 41, sure: true, size: 'm', note: '7' },
      _meta: null,
    })
    expect(replyTo(form.asked, answers({ age: 'old' }))).toMatchObject({ content: { age: 'old' } })
    expect(replyTo(form.asked, answers({}, true))).toEqual({ action: 'decline', content: null, _meta: null })
  })

  it('without fields are a yes or no, a link is shown', () => {
    const { asked, data } = read('mcpServer/elicitation/request', {
      serverName: 'lab',
      message: 'Sign in',
      url: 'https://example.org/x',
    })
    expect(data).toMatchObject({
      description: 'Sign in https://example.org/x',
      toolName: 'mcp__lab__elicitation',
    })
    expect(replyTo(asked, approve())).toEqual({ action: 'accept', content: {}, _meta: null })
    expect(replyTo(asked, deny)).toEqual({ action: 'decline', content: null, _meta: null })
  })
})

describe('questions of the model', () => {
  const { asked, data } = read('item/tool/requestUserInput', {
    questions: [
      { id: 'a', header: 'H', question: 'Which?', isOther: false, options: [{ label: 'x' }, { label: 'y' }] },
      { id: 'b', header: 'Name', question: '', isOther: true, options: null },
    ],
  })

  it('keep their ids and options', () => {
    expect(data.questions).toEqual([
      { id: 'a', text: 'Which?', type: 'choice', options: ['x', 'y'] },
      { id: 'b', text: 'Name', type: 'text' },
    ])
    expect(replyTo(asked, answers({ a: 'x', b: 'me' }))).toEqual({
      answers: { a: { answers: ['x'] }, b: { answers: ['me'] } },
    })
    expect(replyTo(asked, answers({}, true))).toEqual({ answers: {} })
  })
})

it('requests that are for no person are left alone', () => {
  for (const method of ['item/tool/call', 'attestation/generate', 'constructor'])
    expect(readRequest({ method, id: 1, params: at }, new Map())).toBeUndefined()
})
