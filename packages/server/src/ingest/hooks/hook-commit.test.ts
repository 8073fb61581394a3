import { rowOf, validate } from '@signalbox/protocol'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hookCommit } from './hook-commit.js'
import { hookPayload } from './hook-payload.js'
import { CLAUDE_HOOKS, CODEX_HOOKS } from './recorded.fixture.js'

function read(agent: HookedAgent, payload: object) {
  const raw = JSON.stringify(payload)
  const told = hookPayload(agent, JSON.parse(raw), raw)
  if (!told) throw new Error('names no session')
  return { ...hookCommit('local', told), raw }
}

/** What a hook becomes, without what every hook says of its session. */
function meant(agent: HookedAgent, payload: object) {
  const { commit } = read(agent, payload)
  const [about, ...drafts] = commit.drafts
  expect(about?.type).toBe('session_updated')
  return drafts.map(({ type, data }) => ({ type, ...data }))
}

describe('hooks of Claude Code, as recorded', () => {
  const turn = { type: 'turn_started' }
  it.each([
    ['SessionStart.startup', [{ type: 'session_state', state: 'ready' }]],
    [
      'UserPromptSubmit',
      [turn, { type: 'user_message', content: CLAUDE_HOOKS.UserPromptSubmit.prompt, via: 'hook' }],
    ],
    [
      'PreToolUse.Bash',
      [
        {
          type: 'tool_call',
          toolCallId: 'toolu_mock2_2',
          toolName: 'Bash',
          args: { command: 'echo hello-from-bash', description: 'Say hello' },
        },
      ],
    ],
    [
      'PostToolUse.Bash',
      [{ type: 'tool_result', toolCallId: 'toolu_mock2_2', status: 'success', output: 'hello-from-bash' }],
    ],
    ['PostToolUseFailure', [{ type: 'tool_error', toolCallId: 'toolu_mock4_0', error: 'Exit code 1' }]],
    ['Stop', [turn, { type: 'turn_complete', finalText: 'All done.' }]],
    [
      'StopFailure',
      [turn, { type: 'turn_error', message: 'API Error: 400 mock error', code: 'AGENT_ERROR' }],
    ],
    ['SessionEnd.other', [{ type: 'session_state', state: 'inactive', reason: 'other' }]],
    ['SubagentStop', [{ type: 'agent_unparsed', nativeType: 'SubagentStop', problem: 'unknown hook' }]],
    ['ConfigChange', [{ type: 'agent_unparsed', nativeType: 'ConfigChange', problem: 'unknown hook' }]],
  ] as const)('%s', (name, drafts) => {
    expect(meant('claude', CLAUDE_HOOKS[name])).toEqual(drafts)
  })

  it.each(['permission_prompt', 'idle_prompt'] as const)('Notification.%s', (kind) => {
    const payload = CLAUDE_HOOKS[`Notification.${kind}`]
    expect(meant('claude', payload)).toEqual([
      {
        type: 'agent_notification',
        message: payload.message,
        canonical_type: 'agent_notification',
        hook_event_type: 'notification',
        message_intent: 'ctrl_activity',
        delivery_scope: 'CTRL',
        notification_type: kind,
      },
    ])
  })
})

describe('hooks of Codex, as recorded', () => {
  it.each([
    ['SessionStart.startup', ['session_state']],
    ['UserPromptSubmit', ['turn_started', 'user_message']],
    ['PreToolUse.Bash', ['tool_call']],
    ['PostToolUse.Bash', ['tool_result']],
    ['Stop', ['turn_started', 'turn_complete']],
    ['SessionEnd', ['session_state']],
    ['PreCompact', ['agent_unparsed']],
  ] as const)('%s', (name, types) => {
    expect(meant('codex', CODEX_HOOKS[name]).map(({ type }) => type)).toEqual(types)
  })
})

describe('hookCommit', () => {
  it('goes to the session its agent names, made where it is new, with the payload kept', () => {
    const { commit, raw } = read('claude', CLAUDE_HOOKS.UserPromptSubmit)
    const { session_id, cwd } = CLAUDE_HOOKS.UserPromptSubmit
    expect(commit.session).toEqual({
      by: 'alias',
      alias: { namespace: 'claude', id: session_id },
      create: { name: null, agentType: 'claude', origin: 'observed', cwd },
    })
    expect(commit.drafts.map((draft) => draft.raw)).toEqual([undefined, undefined, raw])
    expect(commit.drafts[2]?.source).toEqual({ agent: 'claude', via: 'hook', nativeType: 'UserPromptSubmit' })
  })

  it('says the same happening under the same key, whoever tells it twice', () => {
    const facts = (payload: object) => read('claude', payload).commit.drafts.map(({ fact }) => fact)
    expect(facts(CLAUDE_HOOKS.UserPromptSubmit)).toEqual(facts({ ...CLAUDE_HOOKS.UserPromptSubmit }))
    // Claude Code may go on after a stop; a second one with other last words is another end.
    expect(facts(CLAUDE_HOOKS.Stop).at(-1)).not.toBe(
      facts({ ...CLAUDE_HOOKS.Stop, last_assistant_message: 'Now all done.' }).at(-1),
    )
    const end = (words: string) =>
      read('codex', { ...CODEX_HOOKS.Stop, last_assistant_message: words }).commit.drafts.at(-1)?.fact
    expect(end('a')).toBe(end('b'))
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
    ['another name', { hook_event_name: 'TeammateIdle' }, 'unknown hook'],
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
      const payload = { ...CLAUDE_HOOKS[name], origin: { kind: 'human' }, promptSource: 'typed' }
      expect(read('claude', payload).commit.drafts.at(-1)).toHaveProperty('origin', {
        kind: 'human',
        promptSource: 'typed',
      })
    }
  })

  it('makes of anything that names a session drafts that fit their rows', () => {
    const names = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Notification', 'Stop']
    const odd = fc.oneof(fc.jsonValue(), fc.string())
    const payloads = fc.record(
      {
        hook_event_name: fc.oneof(fc.constantFrom(...names, 'StopFailure', 'SessionEnd'), odd),
        prompt: odd,
        prompt_id: odd,
        cwd: odd,
        message: odd,
        title: odd,
        notification_type: odd,
        tool_name: odd,
        tool_input: odd,
        tool_use_id: odd,
        tool_response: odd,
        error: odd,
        reason: odd,
        last_assistant_message: odd,
        origin: odd,
        promptSource: odd,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(payloads, (payload) => {
        const { commit } = read('claude', { ...payload, session_id: 's' })
        for (const { type, data } of commit.drafts.slice(1)) {
          const ours = type === 'user_message' ? { itemId: 'i' } : {}
          // Whether its kind is sound is checked before the log, where faults are told.
          if (type === 'agent_notification') delete data?.notification_type
          expect(validate(rowOf(type).data, { ...ours, ...data })).toBeUndefined()
        }
      }),
      { numRuns: 500 },
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
    expect(hookPayload('claude', payload, '')).toBeUndefined()
  })
})
