import { rowOf, validate } from '@signalbox/protocol'
import { HOOKED_AGENTS, type HookedAgent, NATIVE_HOOKS } from '@signalbox/protocol/harmonize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Commit } from '../../log/log.js'
import { Journal } from '../../telemetry/journal.js'
import { HookIntake } from './hook-intake.js'
import { hookPayload } from './hook-payload.js'
import { facts, meant, read } from './reading.fixture.js'
import { CLAUDE_PAYLOADS } from './recorded-claude.fixture.js'

describe('hookCommit', () => {
  it('goes to the session its agent names, made where it is new, with the payload kept', () => {
    const { commit, raw } = read('claude', CLAUDE_PAYLOADS.UserPromptSubmit)
    const { session_id, cwd } = CLAUDE_PAYLOADS.UserPromptSubmit
    expect(commit.session).toEqual({
      by: 'alias',
      alias: { namespace: 'claude', id: session_id },
      create: { name: null, agentType: 'claude', origin: 'observed', cwd },
    })
    expect(commit.drafts.map((draft) => draft.raw)).toEqual([undefined, undefined, raw])
    expect(commit.drafts[2]?.source).toEqual({ agent: 'claude', via: 'hook', nativeType: 'UserPromptSubmit' })
  })

  it('says the same happening under the same key, whoever tells it twice', () => {
    const prompt = CLAUDE_PAYLOADS.UserPromptSubmit
    expect(facts('claude', prompt)).toEqual(facts('claude', { ...prompt, newer_field: 1 }))
    expect(facts('claude', prompt).slice(1)).not.toContain(undefined)
  })

  it.each([
    ['no prompt', { hook_event_name: 'UserPromptSubmit' }, 'prompt must be a text'],
    ['no name', {}, 'hook_event_name must be a text'],
    ['a name that is none', { hook_event_name: 7 }, 'hook_event_name must be a text'],
    [
      'a tool without a name',
      { hook_event_name: 'PreToolUse', tool_use_id: 't' },
      'tool_name must be a text',
    ],
    [
      'a tool without an id',
      { hook_event_name: 'PostToolUse', tool_response: '' },
      'tool_use_id must be a text',
    ],
    ['another name', { hook_event_name: 'OfTomorrow' }, 'unknown hook'],
    ['a name of every object', { hook_event_name: 'constructor' }, 'unknown hook'],
  ])('keeps %s as it came', (_what, payload, problem) => {
    const { commit, problem: told, raw } = read('claude', { session_id: 's', ...payload })
    expect(told).toBe(problem)
    expect(commit.drafts.at(-1)).toMatchObject({ type: 'agent_unparsed', data: { problem }, raw })
  })

  it('begins a turn for an empty prompt and says nothing for it', () => {
    const payload = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: ' ' }
    expect(meant('codex', payload)).toEqual([{ type: 'turn_started' }])
  })

  it('passes on what the agent says of the origin of a text', () => {
    for (const name of ['UserPromptSubmit', 'Notification.idle_prompt'] as const) {
      const payload = { ...CLAUDE_PAYLOADS[name], origin: { kind: 'human' }, promptSource: 'typed' }
      expect(read('claude', payload).commit.drafts.at(-1)).toHaveProperty('origin', {
        kind: 'human',
        promptSource: 'typed',
      })
    }
  })
})

describe('what the client of a hook knows', () => {
  const process = { pid: 4711, started: '123', host: 'box', tty: '/dev/pts/3', tmuxPane: '%5' }
  const stop = { session_id: 's', prompt_id: 'p', cwd: '/p', hook_event_name: 'Stop' }

  it('is the process of the session', () => {
    const [about] = read('claude', stop, { process }).commit.drafts
    expect(about?.data).toEqual({ agentType: 'claude', cwd: '/p', process })
  })

  it('is the id of the call, and when it was', () => {
    const { commit } = read('claude', stop, { eventId: 'e1', occurredAt: 1000, late: true })
    expect(commit.eventId).toBe('e1')
    for (const draft of commit.drafts) expect(draft).toMatchObject({ late: true, occurredAt: 1000 })
  })

  it('is nothing where there is no client', () => {
    const { commit } = read('claude', stop)
    expect(commit).not.toHaveProperty('eventId')
    for (const draft of commit.drafts)
      expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['late', 'occurredAt']))
  })
})

/** What agents write where a person reads: colours, markup, ends of shell words, names every object has. */
const HOSTILE = [
  '\u001b[31mred',
  '<img src=x onerror=alert(1)>',
  '$(rm -rf /); `x` && "',
  '__proto__',
  '\ud800',
]
const odd = fc.oneof(
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 20 },
  { arbitrary: fc.string(), weight: 20 },
  { arbitrary: fc.constantFrom(...HOSTILE, ''), weight: 20 },
  { arbitrary: fc.constant('a'.repeat(40_000)), weight: 1 },
)
const objects = fc.array(
  fc.dictionary(fc.constantFrom('question', 'label', 'options', 'type', 'status'), odd),
  {
    maxLength: 3,
  },
)
const fields = fc.dictionary(
  fc.constantFrom(
    ...[
      'prompt',
      'prompt_id',
      'turn_id',
      'timestamp',
      'cwd',
      'message',
      'title',
      'notification_type',
      'reason',
    ],
    ...[
      'tool_name',
      'tool_use_id',
      'tool_response',
      'error',
      'last_assistant_message',
      'delta',
      'index',
      'id',
    ],
    ...[
      'agent_id',
      'agent_type',
      'background_tasks',
      'permission_suggestions',
      'new_cwd',
      'task_id',
      'action',
    ],
    ...['trigger', 'compact_summary', 'content', 'requested_schema', 'mcp_server_name', 'teammate_name'],
    ...['details', 'prompt_response', 'permission', 'metadata', 'patterns', 'always', 'requestID', 'reply'],
    ...[
      'source',
      'thread-id',
      'approved',
      'input-messages',
      'last-assistant-message',
      'approval-type',
      'info',
    ],
  ),
  fc.oneof(odd, objects),
  { maxKeys: 14 },
)
const nested = fc.record(
  {
    tool_input: fc.oneof(
      odd,
      fc.record({ questions: objects, plan: odd, command: odd }, { requiredKeys: [] }),
    ),
    tool_calls: objects,
    questions: fc.oneof(odd, objects),
    answers: fc.oneof(odd, fc.array(odd, { maxLength: 3 })),
    todos: objects,
    part: fc.dictionary(fc.constantFrom('type', 'text', 'callID', 'state', 'time', 'id'), odd),
    input: fc.dictionary(fc.constantFrom('callID', 'tool'), odd),
    output: fc.dictionary(fc.constantFrom('args', 'output', 'parts'), odd),
  },
  { requiredKeys: [] },
)

/** The least a session is. */
const META = {
  id: 's',
  tenantId: 'local',
  name: null,
  agentType: 'x',
  status: 'ready',
  archived: false,
  createdAt: 1,
  updatedAt: 1,
  lastActivityAt: null,
  origin: 'observed',
  cwd: null,
  aliases: [],
}

/** What the log puts in, and what is checked before it, where faults are told. */
const OURS: Readonly<Record<string, object>> = {
  user_message: { itemId: 'i' },
  permission_requested: { requestId: 'r' },
  question_requested: { requestId: 'r' },
  approval_resolved: { requestId: 'r' },
  agent_notification: { notification_type: 'x' },
  session_updated: { session: META },
}

function check(agent: HookedAgent, name: string, told: object): void {
  const payload =
    agent === 'opencode'
      ? { ...told, session_id: 's', event: { type: name, properties: told } }
      : { ...told, session_id: 's', hook_event_name: name }
  const { commit, raw } = read(agent, payload)
  for (const { type, data } of commit.drafts) {
    const whole = { ...data, ...OURS[type] }
    expect(validate(rowOf(type).data, whole), `${name} ${type}`).toBeUndefined()
  }
  if (commit.drafts.length > 1) expect(commit.drafts.at(-1)?.raw).toBe(raw)
  // Kept with the session for as long as it is asked.
  const asked = commit.drafts.find(({ type }) => type === 'permission_requested')
  expect(JSON.stringify(asked?.data ?? {}).length).toBeLessThan(1024 * 1024)
}

describe.each(HOOKED_AGENTS)('whatever %s sends', (agent: HookedAgent) => {
  it('becomes drafts that fit their rows, the last with what came', () => {
    const names = [...Object.keys(NATIVE_HOOKS[agent]), 'OfTomorrow']
    fc.assert(
      fc.property(fields, nested, (some, more) => {
        for (const name of names) check(agent, name, { ...some, ...more })
      }),
      { numRuns: 30 },
    )
  })
})

describe('hookPayload', () => {
  it.each([
    {},
    { session_id: '' },
    { session_id: ['x'] },
    { session_id: 7 },
    { session_id: 'x\0' },
    { session_id: 'x'.repeat(513) },
  ])('is none without a session: %j', (payload) => {
    for (const agent of HOOKED_AGENTS) expect(hookPayload(agent, payload, '')).toBeUndefined()
  })

  it('is one of the notify program of Codex by its thread, and of no other agent', () => {
    const payload = { type: 'session-start', 'thread-id': 't' }
    expect(hookPayload('codex', payload, '')).toMatchObject({ session: 't', nativeType: 'session-start' })
    expect(hookPayload('claude', payload, '')).toBeUndefined()
    const hook = { type: 'x', hook_event_name: 'Stop', session_id: 's', 'thread-id': 't' }
    expect(hookPayload('codex', hook, '')).toMatchObject({ session: 's', nativeType: 'Stop' })
  })
})

it('does not take the terminal of an app-server for that of the person', () => {
  const journal = new Journal({ level: 'error', now: () => 0, write: () => {} })
  const said: Commit[] = []
  const log = { commit: async (commit: Commit) => void said.push(commit) as never }
  const intake = new HookIntake({
    log,
    journal,
    newId: () => 'id',
    servedElsewhere: (thread) => thread === 'shared',
  })
  const process = { pid: 7, host: 'box', tty: '/dev/pts/1', tmuxPane: '%6', tmuxSocket: '/s' }
  for (const [agent, session_id] of [
    ['codex', 'shared'],
    ['codex', 'own'],
    ['claude', 'shared'],
  ] as const) {
    const value = { session_id, hook_event_name: 'SessionStart', source: 'startup' }
    void intake.take('local', { agent, value, raw: '{}', context: { process } })
  }
  const told = said.map(({ drafts }) => drafts[0]?.data?.process)
  expect(told).toEqual([{ pid: 7, host: 'box' }, process, process])
})
