import { describe, expect, it } from 'vitest'
import { facts, meant, read } from './reading.fixture.js'
import { CLAUDE_PAYLOADS } from './recorded-claude.fixture.js'

const started = { type: 'turn_started' }
const notification = {
  type: 'agent_notification',
  canonical_type: 'agent_notification',
  hook_event_type: 'notification',
  message_intent: 'ctrl_activity',
  delivery_scope: 'CTRL',
}
const questions = CLAUDE_PAYLOADS['PermissionRequest.AskUserQuestion'].tool_input.questions

/** What every recorded payload becomes. */
const EXPECTED: Readonly<Record<keyof typeof CLAUDE_PAYLOADS, readonly object[]>> = {
  'SessionStart.startup': [{ type: 'session_state', state: 'ready' }],
  'SessionStart.clear': [{ type: 'session_state', state: 'ready' }],
  'SessionStart.compact': [],
  'SessionEnd.other': [{ type: 'session_state', state: 'inactive', reason: 'other' }],
  'SessionEnd.clear': [{ type: 'session_state', state: 'inactive', reason: 'clear' }],
  'SessionEnd.prompt_input_exit': [{ type: 'session_state', state: 'inactive', reason: 'prompt_input_exit' }],
  UserPromptSubmit: [
    started,
    { type: 'user_message', content: CLAUDE_PAYLOADS.UserPromptSubmit.prompt, via: 'hook' },
  ],
  UserPromptExpansion: [],
  'PreToolUse.Bash': [
    {
      type: 'tool_call',
      toolCallId: 'toolu_mock2_2',
      toolName: 'Bash',
      args: { command: 'echo hello-from-bash', description: 'Say hello' },
    },
  ],
  'PreToolUse.Write': [
    {
      type: 'tool_call',
      toolCallId: 'toolu_mock3_0',
      toolName: 'Write',
      args: { file_path: '/home/dev/project/out.txt', content: 'x\n' },
    },
  ],
  'PreToolUse.Agent': [
    {
      type: 'tool_call',
      toolCallId: 'toolu_mock24_0',
      toolName: 'Agent',
      args: CLAUDE_PAYLOADS['PreToolUse.Agent'].tool_input,
    },
  ],
  'PreToolUse.AskUserQuestion': [
    { type: 'tool_call', toolCallId: 'toolu_mock47_0', toolName: 'AskUserQuestion', args: { questions } },
  ],
  'PreToolUse.ExitPlanMode': [
    { type: 'tool_call', toolCallId: 'toolu_mock54_0', toolName: 'ExitPlanMode', args: {} },
  ],
  'PreToolUse.ToolSearch': [
    {
      type: 'tool_call',
      toolCallId: 'toolu_mock35_0',
      toolName: 'ToolSearch',
      args: CLAUDE_PAYLOADS['PreToolUse.ToolSearch'].tool_input,
    },
  ],
  'PostToolUse.Bash': [
    { type: 'tool_result', toolCallId: 'toolu_mock2_2', status: 'success', output: 'hello-from-bash' },
  ],
  'PostToolUse.Write': [ended('PostToolUse.Write')],
  'PostToolUse.Agent': [ended('PostToolUse.Agent')],
  'PostToolUse.AskUserQuestion': [ended('PostToolUse.AskUserQuestion')],
  'PostToolUse.ExitPlanMode': [ended('PostToolUse.ExitPlanMode')],
  'PostToolUse.ToolSearch': [ended('PostToolUse.ToolSearch')],
  PostToolUseFailure: [{ type: 'tool_error', toolCallId: 'toolu_mock4_0', error: 'Exit code 1' }],
  PostToolBatch: [
    { type: 'tool_result', toolCallId: 'toolu_mock2_2', status: 'done', output: 'hello-from-bash' },
  ],
  'PermissionRequest.Bash': [
    {
      type: 'permission_requested',
      toolName: 'Bash',
      description: 'curl http://127.0.0.1:1/x -o y',
      args: { command: 'curl http://127.0.0.1:1/x -o y', description: 'Fetch' },
      toolKind: 'command',
      approvalType: 'exec',
      reason: 'Fetch',
      suggestions: [
        {
          text: 'Always allow: Bash(curl http://127.0.0.1:1/x -o y) · in this project, for me',
          value: CLAUDE_PAYLOADS['PermissionRequest.Bash'].permission_suggestions[0],
        },
      ],
    },
  ],
  'PermissionRequest.Write': [
    {
      type: 'permission_requested',
      toolName: 'Write',
      description: 'Write /home/dev/project/out.txt',
      args: { file_path: '/home/dev/project/out.txt', content: 'x\n' },
      toolKind: 'write',
      approvalType: 'patch',
      suggestions: [
        {
          text: 'Switch to acceptEdits mode · for this session',
          value: { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
        },
      ],
    },
  ],
  'PermissionRequest.AskUserQuestion': [
    {
      type: 'question_requested',
      toolName: 'AskUserQuestion',
      args: { questions },
      questions: [
        {
          id: 'q1',
          text: 'Which db?',
          type: 'choice',
          options: ['sqlite', 'pg'],
          header: 'DB',
          descriptions: ['file', 'server'],
          custom: true,
        },
      ],
    },
  ],
  'PermissionRequest.ExitPlanMode': [
    {
      type: 'permission_requested',
      toolName: 'ExitPlanMode',
      description: 'The plan is done and can be read in the terminal. Shall it be carried out?',
      args: {},
      toolKind: 'other',
    },
  ],
  'Notification.permission_prompt': [
    { ...notification, message: 'Claude needs your permission', notification_type: 'permission_prompt' },
  ],
  'Notification.idle_prompt': [
    { ...notification, message: 'Claude is waiting for your input', notification_type: 'idle_prompt' },
  ],
  MessageDisplay: [{ type: 'message_complete', text: 'Running it.' }],
  Stop: [{ type: 'turn_complete', finalText: 'All done.' }],
  StopFailure: [{ type: 'turn_error', message: 'API Error: 400 mock error', code: 'AGENT_ERROR' }],
  SubagentStart: [{ type: 'subagent_started', subagentId: 'a60230bf7d7e7be7f', name: 'general-purpose' }],
  SubagentStop: [
    { type: 'subagent_stopped', subagentId: 'a60230bf7d7e7be7f', summary: 'Hello from the mock model.' },
  ],
  PreCompact: [],
  PostCompact: [{ type: 'context_compacted', trigger: 'manual', summary: 'moved' }],
  CwdChanged: [{ type: 'session_updated', cwd: '/home/dev/project/.claude' }],
  PreModelSwitch: [],
  PostModelSwitch: [],
  ConfigChange: [],
  InstructionsLoaded: [],
}

/** What a tool returned that is no text is shown as it came. */
function ended(name: keyof typeof CLAUDE_PAYLOADS) {
  const payload = CLAUDE_PAYLOADS[name] as { tool_use_id?: string; tool_response?: unknown }
  const output = JSON.stringify(payload.tool_response)
  return { type: 'tool_result', toolCallId: payload.tool_use_id, status: 'success', output }
}

const session = { session_id: 's', prompt_id: 'p' }
const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 't1' }
const helper = { agent_id: 'a1', agent_type: 'Explore' }
const hook = (hook_event_name: string, fields: object = {}) => ({ ...session, hook_event_name, ...fields })

describe('hooks of Claude Code', () => {
  it.each(Object.entries(EXPECTED))('%s, as recorded', (name, drafts) => {
    expect(meant('claude', CLAUDE_PAYLOADS[name as keyof typeof CLAUDE_PAYLOADS])).toEqual(drafts)
  })

  it.each(['Setup', 'FileChanged', 'DirectoryAdded', 'WorktreeCreate', 'WorktreeRemove'])(
    '%s says nothing',
    (name) => {
      const { problem, commit } = read('claude', hook(name))
      expect(problem).toBeUndefined()
      expect(commit.drafts).toHaveLength(1)
    },
  )

  it('ends a turn with tasks that go on, and counts those that do', () => {
    const tasks = [{ id: 'b1', status: 'running' }, { id: 'b2' }, { id: 'b3', status: 'completed' }, 7]
    const end = meant('claude', hook('Stop', { last_assistant_message: 'x', background_tasks: tasks })).at(-1)
    expect(end).toEqual({ type: 'turn_complete', finalText: 'x', backgroundTasks: 2 })
  })

  it('may end a turn again: a second stop with other last words is another end', () => {
    const end = (words: string) => facts('claude', hook('Stop', { last_assistant_message: words })).at(-1)
    expect(end('Done.')).toBe(end('Done.'))
    expect(end('Done.')).not.toBe(end('Now done.'))
  })
})

describe('what happens inside a helper', () => {
  it.each([
    ['Stop', {}, [{ type: 'subagent_stopped', subagentId: 'a1' }]],
    [
      'StopFailure',
      { last_assistant_message: 'no' },
      [{ type: 'subagent_stopped', subagentId: 'a1', summary: 'no' }],
    ],
    ['UserPromptSubmit', { prompt: 'Look' }, []],
    ['SessionStart', {}, []],
    ['SessionEnd', { reason: 'other' }, []],
    ['MessageDisplay', { delta: 'Looking' }, []],
    ['CwdChanged', { new_cwd: '/elsewhere' }, []],
  ])('%s does not touch the turn', (name, fields, drafts) => {
    expect(meant('claude', hook(name, { ...helper, ...fields }))).toEqual(drafts)
  })

  it('says which helper calls a tool, gets its result and asks', () => {
    const of = { ...helper, ...bash }
    for (const name of ['PreToolUse', 'PostToolUse', 'PermissionRequest'])
      expect(meant('claude', hook(name, of)).at(-1), name).toHaveProperty('subagentId', 'a1')
    expect(meant('claude', hook('PostToolUseFailure', { ...of, error: 'no' }))).toEqual([
      { type: 'tool_error', toolCallId: 't1', error: 'no', subagentId: 'a1' },
    ])
  })

  it('asks now, whichever turn started it', () => {
    const asked = read('claude', hook('PermissionRequest', { ...helper, ...bash })).commit.drafts.at(-1)
    expect(asked).not.toHaveProperty('nativeTurnId')
    const plain = read('claude', hook('PermissionRequest', bash)).commit.drafts.at(-1)
    expect(plain).toHaveProperty('nativeTurnId', 'p')
  })

  it('may be elsewhere: the session stays where it is', () => {
    const [about] = read('claude', hook('PreToolUse', { ...helper, ...bash, cwd: '/wt' })).commit.drafts
    expect(about?.data).toEqual({ agentType: 'claude' })
  })

  it.each([{ agent_id: 'x', agent_type: '' }, { agent_id: 'x' }])(
    'was one of the machinery: %j stops unheard',
    (fields) => {
      expect(meant('claude', hook('SubagentStop', { ...fields, last_assistant_message: 'title' }))).toEqual(
        [],
      )
    },
  )
})

describe('teams and tasks', () => {
  it.each([
    [
      'TeammateIdle',
      { teammate_name: 'ann', team_name: 'shop' },
      { taskId: 'ann', summary: 'ann is idle', status: 'idle', taskType: 'teammate' },
    ],
    [
      'TaskCreated',
      { task_id: '1', task_subject: 'Tests', task_description: 'Write them' },
      { taskId: '1', summary: 'Tests', status: 'created' },
    ],
    [
      'TaskCompleted',
      { task_id: 1, task_description: 'Write them' },
      { taskId: '1', summary: 'Write them', status: 'completed' },
    ],
  ])('%s', (name, fields, data) => {
    expect(meant('claude', hook(name, fields))).toEqual([{ type: 'task_notification', ...data }])
  })

  it('are each told once for a turn', () => {
    const idle = (prompt_id: string) =>
      facts('claude', { ...hook('TeammateIdle', { teammate_name: 'ann' }), prompt_id }).at(-1)
    expect(idle('p')).toBe(idle('p'))
    expect(idle('p')).not.toBe(idle('q'))
  })
})

describe('a message as it is shown', () => {
  it('is told piece by piece, each once, and blank ones not', () => {
    const piece = (index: number, delta: string) => hook('MessageDisplay', { message_id: 'm', index, delta })
    expect(meant('claude', piece(1, '\n'))).toEqual([])
    expect(facts('claude', piece(0, 'a')).at(-1)).toBe(facts('claude', piece(0, 'a')).at(-1))
    expect(facts('claude', piece(0, 'a')).at(-1)).not.toBe(facts('claude', piece(1, 'a')).at(-1))
  })
})

describe('a batch of calls', () => {
  it('ends those that nobody told the end of, under the keys their own ends have', () => {
    const calls = [{ ...bash, tool_response: 'ok' }, { tool_use_id: '' }, 'x', { ...bash, tool_use_id: 't2' }]
    const drafts = meant('claude', hook('PostToolBatch', { tool_calls: calls }))
    expect(drafts.map(({ toolCallId }) => toolCallId)).toEqual(['t1', 't2'])
    const own = facts('claude', hook('PostToolUse', { ...bash, tool_response: 'ok' })).at(-1)
    expect(facts('claude', hook('PostToolBatch', { tool_calls: calls }))).toContain(own)
    const failure = facts('claude', hook('PostToolUseFailure', { ...bash, error: 'no' })).at(-1)
    expect(failure).toBe(own)
  })
})
