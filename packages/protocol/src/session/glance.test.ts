import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import type { SessionState } from './state.js'
import { emptyState } from './state.js'
import { BY, commanded, DRIVEN, dataOf, happens, META, type Step, tell } from './story.fixture.js'

const WATCHED = emptyState({ ...META, agentType: 'codex', cwd: '/home/me/shop' })
const started = happens('session_state', { state: 'ready' })
const prompt = happens('turn_started')
const asks = (more: JsonObject = {}) =>
  happens('permission_requested', { toolName: 'exec', description: 'cargo build', ...more })

/** What is seen after each step that changed it: the state, and the reason where there is one. */
function seen(steps: readonly Step[], start: SessionState = WATCHED): string[] {
  return dataOf(tell(steps, start).events, 'watch_state').map(({ state, reason }) =>
    [state, reason].filter((word) => word !== undefined).join(' '),
  )
}

describe('what is seen of a session that is watched', () => {
  it.each([
    ['a start', [started], ['idle']],
    ['a prompt', [started, prompt], ['idle', 'busy']],
    ['a prompt that is heard first', [prompt], ['busy']],
    ['a request', [prompt, asks()], ['busy', 'permission']],
    [
      'an approval',
      [prompt, asks(), happens('approval_resolved', { approved: true, by: BY })],
      ['busy', 'permission', 'busy'],
    ],
    [
      'a denial',
      [prompt, asks(), happens('approval_resolved', { approved: false, by: BY })],
      ['busy', 'permission', 'idle denied'],
    ],
    [
      'a denial after which the agent goes on',
      [
        prompt,
        asks(),
        happens('approval_resolved', { approved: false, by: BY }),
        happens('message_complete', { text: 'Then not.' }),
      ],
      ['busy', 'permission', 'idle denied', 'busy'],
    ],
    [
      'a question',
      [prompt, happens('question_requested', { questions: [{ id: 'q', text: 'Which?', type: 'text' }] })],
      ['busy', 'waiting'],
    ],
    ['an end', [prompt, happens('turn_complete')], ['busy', 'idle']],
    [
      'an end with tasks left',
      [prompt, happens('turn_complete', { backgroundTasks: 2 })],
      ['busy', 'busy background'],
    ],
    [
      'the turn of a task that was left',
      [prompt, happens('turn_complete', { backgroundTasks: 2 }), prompt, happens('turn_complete')],
      ['busy', 'busy background', 'busy', 'idle'],
    ],
    ['a stop', [prompt, happens('turn_complete', { stopReason: 'aborted' })], ['busy', 'idle']],
    ['a failure', [prompt, happens('turn_error', { message: 'm' })], ['busy', 'idle failed']],
    [
      'a wait for input',
      [started, happens('agent_notification', { message: 'm', notification_type: 'idle_prompt' })],
      ['idle', 'idle'],
    ],
    [
      'leaving',
      [started, happens('session_state', { state: 'inactive', reason: 'session_end' })],
      ['idle', 'ended session_end'],
    ],
    [
      'coming back',
      [started, happens('session_state', { state: 'inactive' }), prompt],
      ['idle', 'ended', 'busy'],
    ],
    ['silence', [started, happens('watch_state', { state: 'stale' })], ['idle', 'stale silence']],
    [
      'a word after silence',
      [started, happens('watch_state', { state: 'stale' }), happens('notify_event')],
      ['idle', 'stale silence', 'idle'],
    ],
    [
      'silence in which a flow says something',
      [started, happens('watch_state', { state: 'stale' }), happens('toast')],
      ['idle', 'stale silence'],
    ],
    [
      'silence of one that left',
      [started, happens('session_state', { state: 'inactive' }), happens('watch_state', { state: 'stale' })],
      ['idle', 'ended'],
    ],
    ['anything else that claims to be seen', [started, happens('watch_state', { state: 'busy' })], ['idle']],
    ['notifications of one that was never there', [happens('notify_event')], []],
  ] as const)('after %s', (_what, steps, states) => {
    expect(seen(steps)).toEqual(states)
  })

  it('has what a person needs to find it and to judge it', () => {
    const process = { pid: 12, started: '99', host: 'box', tmuxPane: '%5', tmuxSocket: '/tmp/tmux-0/default' }
    const { state } = tell(
      [
        happens('session_updated', { process }),
        prompt,
        happens('tool_call', { toolCallId: 'c', toolName: 'Bash', args: { command: 'cargo build' } }),
        happens('usage_update', { inputTokens: 5, costMicroDollars: 1200 }),
        asks({ requestId: 'req_1' }),
      ],
      WATCHED,
    )
    expect(state.watch).toEqual({
      state: 'permission',
      since: 1010,
      agent: 'codex',
      origin: 'observed',
      action: 'Bash: cargo build',
      cwd: '/home/me/shop',
      pid: 12,
      host: 'box',
      tmuxTarget: '%5',
      tmuxSocket: '/tmp/tmux-0/default',
      requestId: 'req_1',
      message: 'cargo build',
      costMicroDollars: 1200,
    })
  })

  it('has the number of a process alone, unless more is known of that process', () => {
    const told = (process: object) => happens('session_updated', { process: { ...process } })
    const alone = tell([prompt, told({ pid: 12 })], WATCHED)
    expect(alone.state.watch).toMatchObject({ pid: 12 })
    expect(alone.state.watch).not.toHaveProperty('host')
    const known = { pid: 12, host: 'box' }
    const { meta } = tell([prompt, told(known), told({ pid: 12 })], WATCHED).state
    expect(meta.process).toEqual(known)
    expect(tell([prompt, told(known), told({ pid: 13 })], WATCHED).state.meta.process).toEqual({ pid: 13 })
  })

  it('says what it does anew with each call, and since when it is busy stays', () => {
    const call = (toolCallId: string, command: string) =>
      happens('tool_call', { toolCallId, toolName: 'Bash', args: { command } })
    const { events } = tell([prompt, call('a', 'ls'), call('b', 'make')], WATCHED)
    expect(dataOf(events, 'watch_state').map(({ action, since }) => [action, since])).toEqual([
      [undefined, 1000],
      ['Bash: ls', 1000],
      ['Bash: make', 1000],
    ])
  })

  it('is not told anew of one that has ended, until it is back', () => {
    const ended = happens('session_state', { state: 'inactive', reason: 'process_gone' })
    const moved = happens('session_updated', { process: { pid: 3, host: 'box' } })
    expect(seen([started, ended, moved, started])).toEqual(['idle', 'ended process_gone', 'idle'])
  })

  it('is shown for a while when its process is gone', () => {
    const { state } = tell(
      [prompt, happens('session_state', { state: 'inactive', reason: 'process_gone' })],
      WATCHED,
    )
    expect(state.watch).toMatchObject({ state: 'ended', reason: 'process_gone', until: 1005 + 600_000 })
  })
})

describe('what is seen of a session that is driven', () => {
  it('goes by its turns', () => {
    const steps = [commanded('turn_started'), happens('turn_complete')]
    expect(seen(steps, DRIVEN)).toEqual(['busy', 'idle'])
  })

  it('works on after a denial: nobody has to wait for a sign of it', () => {
    const steps = [
      commanded('turn_started'),
      asks({ requestId: 'r' }),
      commanded('approval_resolved', { requestId: 'r', approved: false, by: BY }),
    ]
    expect(seen(steps, DRIVEN)).toEqual(['busy', 'permission', 'busy'])
  })

  it('is never stale', () => {
    expect(seen([commanded('turn_started'), happens('watch_state', { state: 'stale' })], DRIVEN)).toEqual([
      'busy',
    ])
  })

  it('costs nothing while it streams', () => {
    const deltas = Array.from({ length: 20 }, () => happens('text_delta', { text: 'a' }))
    const { events } = tell([commanded('turn_started'), ...deltas], DRIVEN)
    expect(dataOf(events, 'watch_state')).toHaveLength(1)
  })
})
