import { describe, expect, it } from 'vitest'
import { meant, read } from './reading.fixture.js'

const session = { session_id: 's', prompt_id: 'p' }
const hook = (hook_event_name: string, fields: object = {}) => ({ ...session, hook_event_name, ...fields })
const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
const asked = (fields: object) => meant('claude', hook('PermissionRequest', fields)).at(-1)

describe('a permission of Claude Code', () => {
  it('has the id of its call, or of the call of its hook, and the same each time', () => {
    const id = (fields: object, eventId?: string) =>
      read(
        'claude',
        hook('PermissionRequest', { ...bash, ...fields }),
        eventId === undefined ? {} : { eventId },
      ).commit.drafts.at(-1)?.data?.requestId
    expect(id({})).toBeUndefined()
    expect(id({}, 'e1')).toMatch(/^req_[\w-]{22}$/)
    expect(id({}, 'e1')).toBe(id({}, 'e1'))
    expect(id({}, 'e1')).not.toBe(id({}, 'e2'))
    expect(id({ tool_use_id: 't' }, 'e1')).toBe(id({ tool_use_id: 't' }, 'e2'))
    expect(id({ tool_use_id: 't' })).not.toBe(id({ tool_use_id: 't', session_id: 'other' }))
  })

  it('is the last draft, with the payload kept', () => {
    const { commit, raw, hook: name } = read('claude', hook('PermissionRequest', bash))
    expect(commit.drafts.at(-1)).toMatchObject({ type: 'permission_requested', raw })
    expect(name).toBe('permission_request')
  })

  it('needs a tool', () => {
    expect(asked({ tool_input: {} })).toMatchObject({ problem: 'tool_name must be a text' })
  })

  it.each([
    ['mcp__lab__danger', { what: 'all' }, 'lab: danger {"what":"all"}', 'elicitation', 'other'],
    [
      'WebFetch',
      { url: 'https://example.org', prompt: 'p' },
      'WebFetch https://example.org',
      undefined,
      'fetch',
    ],
    ['Edit', { file_path: 'a.ts' }, 'Edit a.ts', 'patch', 'write'],
    ['Odd', 7, 'Odd {"input":7}', undefined, 'other'],
    ['Odd', null, 'Odd', undefined, 'other'],
  ])('to use %s says what a person goes by', (tool_name, tool_input, description, approvalType, toolKind) => {
    expect(asked({ tool_name, tool_input })).toMatchObject({ description, toolKind })
    expect(asked({ tool_name, tool_input })?.approvalType).toBe(approvalType)
  })

  it('to carry out a plan shows the plan where it is told', () => {
    const request = asked({ tool_name: 'ExitPlanMode', tool_input: { plan: '# Plan\n1. Read' } })
    expect(request).toMatchObject({ description: '# Plan\n1. Read', args: { plan: '# Plan\n1. Read' } })
  })

  it('holds what is asked in bounds, the same for the call and the request', () => {
    const tool_input = { file_path: 'a', content: 'é'.repeat(3 * 1024 * 1024) }
    const of = { tool_name: 'Write', tool_input, tool_use_id: 't' }
    const request = asked({ ...of, permission_suggestions: [{ type: 'setMode' }] })
    const [call] = meant('claude', hook('PreToolUse', of))
    expect(request?.args).toEqual(call?.args)
    expect(JSON.stringify(request).length).toBeLessThan(40_000)
    expect(JSON.stringify(call)).toContain('[cut, 6291456 bytes in all]')
  })
})

describe('questions of Claude Code', () => {
  const ask = (questions: unknown) => asked({ tool_name: 'AskUserQuestion', tool_input: { questions } })

  it('come in their order, with what each option means, and whether several may be chosen', () => {
    const request = ask([
      { question: 'Which?', header: 'H', options: [{ label: 'a' }, { label: 'b' }], multiSelect: true },
      { question: 'Why?', options: [] },
    ])
    expect(request?.questions).toEqual([
      {
        id: 'q1',
        text: 'Which?',
        type: 'choice',
        options: ['a', 'b'],
        header: 'H',
        multiSelect: true,
        custom: true,
      },
      { id: 'q2', text: 'Why?', type: 'text', custom: true },
    ])
  })

  it.each([[undefined], [[]], ['x'], [[7, null]]])('that are none are kept as they came: %j', (questions) => {
    expect(ask(questions)).toMatchObject({
      type: 'agent_unparsed',
      problem: 'questions must be a list of questions',
    })
  })
})

describe('what the judge of Claude Code refuses', () => {
  it('is answered, and its call has ended', () => {
    const denied = { ...bash, tool_use_id: 't', reason: 'too risky' }
    expect(meant('claude', hook('PermissionDenied', denied))).toEqual([
      {
        type: 'approval_resolved',
        toolCallId: 't',
        approved: false,
        message: 'too risky',
        by: { userId: 'auto', via: 'claude' },
      },
      { type: 'tool_error', toolCallId: 't', error: 'denied: too risky' },
    ])
    expect(meant('claude', hook('PermissionDenied', bash)).at(-1)).toMatchObject({
      type: 'agent_unparsed',
      problem: 'tool_use_id must be a text',
    })
  })
})

describe('the form of an MCP server', () => {
  const form = { mcp_server_name: 'lab', message: 'Who are you?', elicitation_id: 'e1' }
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      size: { type: 'string', enum: ['s', 'm', 3] },
      sure: { type: 'boolean', description: 'Sure?' },
    },
    required: ['name'],
  }

  it('asks what its fields ask', () => {
    const [request] = meant('claude', hook('Elicitation', { ...form, requested_schema: schema }))
    expect(request).toMatchObject({
      type: 'question_requested',
      context: 'lab: Who are you?',
      questions: [
        { id: 'name', text: 'Name', type: 'text', required: true },
        { id: 'size', text: 'size', type: 'choice', options: ['s', 'm'] },
        { id: 'sure', text: 'Sure?', type: 'confirm' },
      ],
    })
  })

  it('without fields asks once', () => {
    const [request] = meant('claude', hook('Elicitation', { ...form, mode: 'url', url: 'https://x.example' }))
    expect(request).toMatchObject({
      context: 'lab: Who are you?: https://x.example',
      questions: [{ id: 'answer', text: 'Who are you?', type: 'confirm' }],
    })
  })

  it('is answered under the id it was asked with', () => {
    const ask = (fields: object) => meant('claude', hook('Elicitation', { ...form, ...fields }))[0]?.requestId
    const answer = (fields: object) => meant('claude', hook('ElicitationResult', { ...form, ...fields }))[0]
    expect(answer({ action: 'accept', content: { name: 'Ann', n: 3 } })).toEqual({
      type: 'question_resolved',
      requestId: ask({}),
      answers: { name: 'Ann', n: '3' },
      dismissed: false,
      by: { userId: 'terminal', via: 'claude' },
    })
    expect(answer({ action: 'cancel', content: { name: 'Ann' } })).toMatchObject({
      dismissed: true,
      answers: {},
    })
    const without = { elicitation_id: null }
    expect(answer({ ...without, action: 'accept' })?.requestId).toBe(ask(without))
    expect(ask(without)).not.toBe(ask({}))
  })
})
