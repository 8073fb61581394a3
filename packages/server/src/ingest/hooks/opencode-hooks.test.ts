import { describe, expect, it } from 'vitest'
import { turnFact } from '../turn-fact.js'
import { facts, meant, read } from './reading.fixture.js'
import { OPENCODE_EVENTS } from './recorded-opencode.fixture.js'

const session_id = 'ses_e1f51558fffeHMvBXqUkGbscRk'
const posted = (event: object, more: object = {}) => ({
  session_id,
  turn_id: 'msg_1',
  directory: '/home/dev/project',
  event,
  ...more,
})
const event = (type: string, properties: object = {}, more: object = {}) => posted({ type, properties }, more)
const child = { agent_id: 'ses_child' }
const diff = OPENCODE_EVENTS['permission.asked'].properties.metadata.diff
const file = { filePath: '/home/dev/project/a.txt', content: 'x' }

/** What every recorded event becomes. */
const EXPECTED: Readonly<Record<keyof typeof OPENCODE_EVENTS, readonly object[]>> = {
  'session.created': [{ type: 'session_state', state: 'ready' }],
  'session.updated': [{ type: 'thread.name_complete', name: 'lab', by: 'agent' }],
  'chat.message': [
    { type: 'turn_started' },
    {
      type: 'user_message',
      content: OPENCODE_EVENTS['chat.message'].properties.output.parts[0]?.text,
      via: 'hook',
    },
  ],
  'message.updated': [],
  // What the person wrote, and is told already.
  'message.part.updated': [],
  'session.status': [],
  'session.diff': [],
  'plugin.added': [],
  'catalog.updated': [],
  'reference.updated': [],
  'integration.updated': [],
  'message.part.delta': [],
  'tool.execute.before': [{ type: 'tool_call', toolCallId: 'call_175', toolName: 'write', args: file }],
  'permission.asked': [
    {
      type: 'permission_requested',
      requestId: 'per_1e0aeb3f0001txT3HZOpHqEYls',
      toolCallId: 'call_175',
      toolName: 'edit',
      description: 'edit /home/dev/project/a.txt',
      args: { filepath: '/home/dev/project/a.txt', diff },
      toolKind: 'write',
      approvalType: 'patch',
      suggestions: [{ text: 'Always allow: edit * · for this session', value: { pattern: '*' } }],
    },
  ],
  'permission.replied': [
    {
      type: 'approval_resolved',
      requestId: 'per_1e0aeb3f0001txT3HZOpHqEYls',
      approved: true,
      by: { userId: 'terminal', via: 'opencode' },
    },
  ],
  'file.edited': [],
  'file.watcher.updated': [],
  'tool.execute.after': [
    { type: 'tool_result', toolCallId: 'call_175', status: 'success', output: 'Wrote file successfully.' },
  ],
  'todo.updated': [
    {
      type: 'plan_revised',
      planId: `todo ${session_id}`,
      title: 'To do',
      steps: [{ id: 'step-0', title: 'A', status: 'in_progress' }],
      reason: null,
    },
  ],
  'session.idle': [{ type: 'turn_started' }, { type: 'turn_complete', finalText: '' }],
  'session.error': [
    { type: 'turn_started' },
    { type: 'turn_complete', finalText: '', stopReason: 'aborted' },
  ],
}

describe('what the plugin of opencode posts', () => {
  it.each(Object.entries(EXPECTED))('%s, as recorded', (type, drafts) => {
    const recorded = OPENCODE_EVENTS[type as keyof typeof OPENCODE_EVENTS]
    expect(meant('opencode', posted(recorded))).toEqual(drafts)
  })

  it('goes to the session it names, with its directory and the name of its event', () => {
    const { commit } = read('opencode', event('session.idle'))
    expect(commit.session).toMatchObject({
      alias: { namespace: 'opencode', id: session_id },
      create: { cwd: '/home/dev/project' },
    })
    expect(commit.drafts[0]?.source).toEqual({ agent: 'opencode', via: 'hook', nativeType: 'session.idle' })
  })

  it('is kept where it is no event, or one nobody knows', () => {
    const odd = [posted({}), posted({ type: 7 }), { session_id }, event('constructor'), event('of.tomorrow')]
    expect(odd.map((payload) => read('opencode', payload).problem)).toEqual([
      'event.type must be a text',
      'event.type must be a text',
      'event.type must be a text',
      'unknown hook',
      'unknown hook',
    ])
  })

  it('ends a turn once: stopped, then idle, and idle again', () => {
    const end = turnFact('turn_end', session_id, 'msg_1')
    for (const type of ['session.error', 'session.idle'] as const)
      expect(facts('opencode', posted(OPENCODE_EVENTS[type])).at(-1)).toBe(end)
  })

  it('fails a turn with the words of the error', () => {
    const failure = (error: unknown) => meant('opencode', event('session.error', { error })).at(-1)
    expect(failure({ name: 'APIError', data: { message: 'overloaded' } })).toEqual({
      type: 'turn_error',
      message: 'overloaded',
      code: 'AGENT_ERROR',
    })
    expect(failure({ name: 'UnknownError' })).toMatchObject({ message: 'UnknownError' })
    expect(failure(undefined)).toMatchObject({ message: 'the turn failed' })
  })

  it('tells parts of messages that are whole, and tools that failed', () => {
    const part = (fields: object) => meant('opencode', event('message.part.updated', { part: fields }))
    const text = { id: 'prt_1', type: 'text', text: 'Done.' }
    const time = { start: 1, end: 2 }
    expect(part({ ...text, time })).toEqual([{ type: 'message_complete', text: 'Done.' }])
    expect(part({ ...text, time: { start: 1 } })).toEqual([])
    expect(part({ ...text, time, synthetic: true })).toEqual([])
    expect(part({ ...text, text: ' ', time })).toEqual([])
    expect(part({ type: 'constructor' })).toEqual([])
    const tool = { type: 'tool', callID: 'c', tool: 'bash' }
    expect(part({ ...tool, state: { status: 'completed', output: 'x' } })).toEqual([])
    expect(part({ ...tool, state: { status: 'error', error: 'no' } })).toEqual([
      { type: 'tool_error', toolCallId: 'c', error: 'no' },
    ])
  })

  it('names a session by its title, but not by the one it has before anything was said', () => {
    const titled = (title: unknown) => meant('opencode', event('session.updated', { info: { title } }))
    expect(titled('Fix it')).toHaveLength(1)
    expect(titled('New session - 2026-11-15T19:28:25.712Z')).toEqual([])
    expect(titled(7)).toEqual([])
  })

  it('leaves out what opencode put beside the prompt', () => {
    const parts = [
      { type: 'text', text: 'Read it' },
      { type: 'text', text: 'Called the Read tool', synthetic: true },
      { type: 'file', filename: 'a.ts' },
    ]
    expect(meant('opencode', event('chat.message', { output: { parts } })).at(-1)).toMatchObject({
      content: 'Read it',
    })
  })

  it.each([
    ['session.deleted', 'deleted'],
    ['server.instance.disposed', 'disposed'],
  ])('%s ends the session', (type, reason) => {
    expect(meant('opencode', event(type))).toEqual([{ type: 'session_state', state: 'inactive', reason }])
  })
})

describe('a subtask of opencode', () => {
  it.each([
    [
      'session.created',
      { info: { title: 'Look (@explore subagent)' } },
      [{ type: 'subagent_started', subagentId: 'ses_child', name: 'Look (@explore subagent)' }],
    ],
    ['session.idle', {}, [{ type: 'subagent_stopped', subagentId: 'ses_child' }]],
    ['session.error', { error: { name: 'APIError' } }, []],
    ['session.deleted', {}, []],
    ['session.updated', { info: { title: 'x' } }, []],
    ['chat.message', { output: { parts: [{ type: 'text', text: 'Look' }] } }, []],
    ['todo.updated', { todos: [] }, []],
    ['message.part.updated', { part: { type: 'text', text: 'Found', time: { end: 1 } } }, []],
  ])('%s does not touch the turn', (type, properties, drafts) => {
    expect(meant('opencode', event(type, properties, child))).toEqual(drafts)
  })

  it('calls tools and asks as itself', () => {
    const before = { input: { tool: 'bash', callID: 'c' }, output: { args: {} } }
    expect(meant('opencode', event('tool.execute.before', before, child))).toMatchObject([
      { type: 'tool_call', subagentId: 'ses_child' },
    ])
    expect(meant('opencode', posted(OPENCODE_EVENTS['permission.asked'], child))).toMatchObject([
      { type: 'permission_requested', subagentId: 'ses_child' },
    ])
  })
})

describe('requests of opencode', () => {
  it('ask by their patterns where nothing else is told', () => {
    const asked = { id: 'per_1', permission: 'external_directory', patterns: ['/etc/*'], metadata: {} }
    expect(meant('opencode', event('permission.asked', asked))).toMatchObject([
      { requestId: 'per_1', description: 'external_directory /etc/*', args: { patterns: ['/etc/*'] } },
    ])
    const bash = { id: 'per_2', permission: 'bash', patterns: ['ls'], metadata: { command: 'ls -l' } }
    expect(meant('opencode', event('permission.asked', bash))).toMatchObject([
      { description: 'ls -l', approvalType: 'exec', toolKind: 'command' },
    ])
  })

  it('may be several of one call, each told once', () => {
    const asked = (id: string) =>
      facts('opencode', event('permission.asked', { id, permission: 'bash', tool: { callID: 'c' } })).at(-1)
    expect(asked('per_1')).toBe(asked('per_1'))
    expect(asked('per_1')).not.toBe(asked('per_2'))
  })

  it.each([
    ['once', { approved: true }],
    ['always', { approved: true, remember: true }],
    ['reject', { approved: false }],
  ])('are answered %s', (reply, answer) => {
    const replied = { requestID: 'per_1', reply }
    expect(meant('opencode', event('permission.replied', replied))).toMatchObject([
      { type: 'approval_resolved', requestId: 'per_1', ...answer },
    ])
  })

  it('may be questions, answered in their order or put aside', () => {
    const questions = [
      { question: 'Which?', header: 'H', options: [{ label: 'a', description: 'x' }], multiple: true },
      { question: 'Why?', options: [{ label: 'b' }], custom: false },
    ]
    const asked = { id: 'que_1', questions, tool: { callID: 'c' } }
    expect(meant('opencode', event('question.asked', asked))).toEqual([
      {
        type: 'question_requested',
        requestId: 'que_1',
        toolCallId: 'c',
        questions: [
          {
            id: 'q1',
            text: 'Which?',
            type: 'choice',
            options: ['a'],
            header: 'H',
            descriptions: ['x'],
            multiSelect: true,
            custom: true,
          },
          { id: 'q2', text: 'Why?', type: 'choice', options: ['b'] },
        ],
      },
    ])
    const replied = { requestID: 'que_1', answers: [['a', 'other'], ['b'], 7] }
    expect(meant('opencode', event('question.replied', replied))).toMatchObject([
      { requestId: 'que_1', answers: { q1: 'a, other', q2: 'b', q3: '' }, dismissed: false },
    ])
    expect(meant('opencode', event('question.rejected', { requestID: 'que_1' }))).toMatchObject([
      { requestId: 'que_1', answers: {}, dismissed: true },
    ])
  })

  it.each([
    ['permission.asked', { permission: 'bash' }, 'id must be a text'],
    ['permission.asked', { id: 'per_1' }, 'permission must be a text'],
    ['permission.replied', { requestID: 'per_1', reply: 'toString' }, 'reply must be once, always or reject'],
    ['permission.replied', { reply: 'once' }, 'requestID must be a text'],
    ['question.asked', { id: 'que_1' }, 'questions must be a list of questions'],
    ['tool.execute.before', { input: { tool: 'x' } }, 'callID must be a text'],
    ['tool.execute.before', { input: { callID: 'c' } }, 'tool must be a text'],
  ])('%s that cannot be one is kept: %j', (type, properties, problem) => {
    expect(read('opencode', event(type, properties)).problem).toBe(problem)
  })
})
