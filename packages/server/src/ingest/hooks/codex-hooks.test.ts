import { describe, expect, it } from 'vitest'
import { codexMeaning } from '../codex-notify.js'
import { turnFact } from '../turn-fact.js'
import { facts, meant, read } from './reading.fixture.js'
import { CODEX_PAYLOADS } from './recorded-codex.fixture.js'

const started = { type: 'turn_started' }
const patch = '*** Begin Patch\n*** Add File: hp1.txt\n+hello from mock patch\n*** End Patch'

/** What every recorded payload becomes. */
const EXPECTED: Readonly<Record<keyof typeof CODEX_PAYLOADS, readonly object[]>> = {
  'SessionStart.startup': [{ type: 'session_state', state: 'ready' }],
  'SessionStart.compact': [],
  SessionEnd: [{ type: 'session_state', state: 'inactive', reason: 'other' }],
  UserPromptSubmit: [
    started,
    { type: 'user_message', content: 'first [[exec:touch h1.txt]] [[patch:hp1.txt]]', via: 'hook' },
  ],
  'PreToolUse.Bash': [
    { type: 'tool_call', toolCallId: 'call_mock_37', toolName: 'Bash', args: { command: 'touch h1.txt' } },
  ],
  'PreToolUse.apply_patch': [
    { type: 'tool_call', toolCallId: 'call_mock_38', toolName: 'apply_patch', args: { command: patch } },
  ],
  'PermissionRequest.Bash': [
    {
      type: 'permission_requested',
      toolName: 'Bash',
      description: 'touch h1.txt',
      args: { command: 'touch h1.txt' },
      toolKind: 'command',
      approvalType: 'exec',
    },
  ],
  'PermissionRequest.apply_patch': [
    {
      type: 'permission_requested',
      toolName: 'apply_patch',
      description: 'Add hp1.txt',
      args: { command: patch },
      toolKind: 'write',
      approvalType: 'patch',
    },
  ],
  'PostToolUse.Bash': [{ type: 'tool_result', toolCallId: 'call_mock_37', status: 'success', output: '' }],
  'PostToolUse.apply_patch': [
    {
      type: 'tool_result',
      toolCallId: 'call_mock_38',
      status: 'success',
      output: CODEX_PAYLOADS['PostToolUse.apply_patch'].tool_response,
    },
  ],
  Stop: [started, { type: 'turn_complete', finalText: 'Done after 2 tool call(s).' }],
  PreCompact: [],
  PostCompact: [{ type: 'context_compacted', trigger: 'manual' }],
}

const session = { session_id: 's', turn_id: '1' }

describe('hooks of Codex', () => {
  it.each(Object.entries(EXPECTED))('%s, as recorded', (name, drafts) => {
    expect(meant('codex', CODEX_PAYLOADS[name as keyof typeof CODEX_PAYLOADS])).toEqual(drafts)
  })

  it.each([
    ['mcp__lab__danger', 'elicitation'],
    ['request_permissions', 'request_permissions'],
  ])('asks to use %s as %s', (tool_name, approvalType) => {
    const hook = { ...session, hook_event_name: 'PermissionRequest', tool_name, tool_input: {} }
    expect(meant('codex', hook)).toMatchObject([{ approvalType, toolKind: 'other' }])
  })

  it('says why it wants to run a command, apart from the command it runs', () => {
    const tool_input = { command: 'touch a', description: 'It is outside of the sandbox.' }
    const hook = { ...session, hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input }
    expect(meant('codex', hook)).toMatchObject([
      { description: 'touch a', args: { command: 'touch a' }, reason: 'It is outside of the sandbox.' },
    ])
    const other = { ...hook, tool_name: 'mcp__lab__x', tool_input: { description: 'x' } }
    expect(meant('codex', other)).toMatchObject([{ args: { description: 'x' } }])
  })

  it('has the keys that every source of Codex uses', () => {
    const tool = { tool_name: 'Bash', tool_use_id: 'c', tool_input: {}, tool_response: '' }
    const helper = { agent_id: 'a' }
    const key = (hook_event_name: string, fields: object = {}) =>
      facts('codex', { ...session, hook_event_name, ...fields }).at(-1)
    expect(key('PreToolUse', tool)).toBe(turnFact('tool_call', 's', '1', 'c'))
    expect(key('PostToolUse', tool)).toBe(turnFact('tool_end', 's', '1', 'c'))
    expect(key('Stop')).toBe(turnFact('turn_end', 's', '1'))
    expect(key('PostCompact')).toBe(turnFact('compacted', 's', '1'))
    expect(key('SubagentStart', helper)).toBe(turnFact('subagent_start', 's', '1', 'a'))
    expect(key('SubagentStop', helper)).toBe(turnFact('subagent_end', 's', '1', 'a'))
    expect(key('Stop', { last_assistant_message: 'a' })).toBe(key('Stop', { last_assistant_message: 'b' }))
  })
})

describe('what Codex tells its notify program, posted as a hook', () => {
  const turn = { 'thread-id': 's', 'turn-id': '1' }

  it.each([
    { type: 'session-start', 'thread-id': 's', cwd: '/p', pid: 7 },
    { type: 'user-prompt-submit', ...turn, cwd: '/p', prompt: 'Fix it' },
    { type: 'approval-requested', ...turn, 'approval-type': 'exec', description: 'make' },
    { type: 'approval-response', ...turn, approved: true },
    { type: 'agent-turn-complete', ...turn, 'input-messages': ['Fix it'], 'last-assistant-message': 'Done' },
    { type: 'turn-aborted', ...turn, reason: 'interrupted' },
    { type: 'turn-failed', ...turn, message: 'overloaded' },
    { type: 'session-end', 'thread-id': 's' },
  ])('$type means what it means there, in the session of its thread', (payload) => {
    const { commit, problem, hook, raw } = read('codex', payload)
    expect(problem).toBeUndefined()
    expect(hook).toBeDefined()
    expect(commit.session).toMatchObject({ alias: { namespace: 'codex', id: 's' } })
    const drafts = commit.drafts.slice(1).map(({ raw: _raw, ...draft }) => draft)
    expect(drafts).toEqual(codexMeaning(payload)?.drafts)
    expect(commit.drafts.at(-1)?.raw).toBe(raw)
  })

  it.each(['turn-cancelled', 'Turn_Cancelled'])('%s is another name of one of them', (type) => {
    expect(meant('codex', { type, ...turn }).at(-1)).toMatchObject({ stopReason: 'aborted' })
  })

  it('ends the turn that the hooks ended under the same key', () => {
    const stop = facts('codex', { ...session, hook_event_name: 'Stop' }).at(-1)
    expect(facts('codex', { type: 'agent-turn-complete', ...turn }).at(-1)).toBe(stop)
  })

  it('keeps what it does not know', () => {
    expect(meant('codex', { type: 'of-tomorrow', ...turn })).toEqual([
      { type: 'agent_unparsed', nativeType: 'of-tomorrow', problem: 'unknown hook' },
    ])
  })
})
