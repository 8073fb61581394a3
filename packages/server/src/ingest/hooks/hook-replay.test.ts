import { describe, expect, it } from 'vitest'
import { read } from './reading.fixture.js'
import { CLAUDE_PAYLOADS } from './recorded-claude.fixture.js'
import { CLAUDE_RUN } from './recorded-claude-run.fixture.js'
import { CODEX_RUN } from './recorded-codex-run.fixture.js'
import { GEMINI_PAYLOADS } from './recorded-gemini.fixture.js'
import { OPENCODE_RUN } from './recorded-opencode-run.fixture.js'
import { replay, Watched } from './watched.fixture.js'

describe('a day of Codex, as its hooks told it', () => {
  const asks = (name: string) => ['begins', `> ${name}`, 'Bash(']
  const STORY = [
    ...[...asks('first'), 'may I touch h1.txt?', 'resolved_elsewhere', ')'],
    ...['apply_patch(', 'may I Add hp1.txt?', 'resolved_elsewhere', ')', 'ends'],
    ...[...asks('second'), 'may I touch h2.txt?', 'resolved_elsewhere', 'ends'],
    // Cancelled: nothing tells it but the next prompt.
    ...[...asks('third'), 'may I touch h3.txt?', 'withdrawn', 'ends superseded'],
    ...[...asks('fourth'), 'may I touch h4.txt?', 'resolved_elsewhere', ')', 'ends'],
    ...[...asks('fifth'), 'may I touch h5.txt?', 'resolved_elsewhere', 'ends'],
    ...[...asks('sixth'), 'may I touch h6.txt?', 'resolved_elsewhere', ')', 'ends'],
    ...['begins', '> seventh', 'ends superseded', 'begins', '> eighth', 'ends superseded'],
    // Steered: two prompts, one turn.
    ...['begins', '> ninth', '> steer9', 'ends'],
    ...['begins', '> tenth', 'ends superseded', 'begins', '> eleventh', 'ends', 'compacted'],
    ...['begins', '> after', 'ends'],
  ]

  it('is the story of its turns', () => {
    const [first, second, third] = [...replay('codex', CODEX_RUN).values()]
    expect(first?.story.map(sameReason)).toEqual(STORY.map(sameReason))
    expect(second?.story).toEqual(['begins', '> bye', 'ends'])
    expect(third?.story).toEqual([])
    for (const session of [first, second, third]) {
      expect(session?.state.meta.status).toBe('inactive')
      expect(session?.state.requests).toEqual([])
      expect(session?.state.attention).toEqual([])
    }
  })

  it('is the same story where every hook is fired twice', () => {
    const once = [...replay('codex', CODEX_RUN).values()].map(({ story }) => story)
    const twice = [...replay('codex', CODEX_RUN, 2).values()].map(({ story }) => story)
    expect(twice).toEqual(once)
  })
})

/** Why a request ended that nobody here answered is the decider's to say. */
function sameReason(said: string): string {
  return said === 'withdrawn' ? 'resolved_elsewhere' : said
}

describe('three turns of opencode, as its plugin posted them', () => {
  const STORY = [
    ...['begins', '> MOCK:[{"thinking":"Let', 'write(', 'says Writing'],
    ...['may I edit /home/dev/project/a.txt?', 'yes', ')'],
    ...['bash(', 'may I echo hi?', 'yes', ')', 'plan', 'todowrite(', ')', 'says Done', 'ends'],
    // Stopped: an error, idle, what was said till then, idle again.
    ...['begins', '> MOCK:[{"text":"aa', 'ends aborted', 'says aa'],
    ...[
      'begins',
      '> MOCK:[{"tool":"bash","input":{"command":"sleep',
      'bash(',
      'may I sleep 2; echo s?',
      'yes',
    ],
    ...['> STEER', ')', 'says after', 'ends'],
  ]

  it('is the story of its turns', () => {
    const [session] = [...replay('opencode', OPENCODE_RUN).values()]
    expect(session?.story).toEqual(STORY)
    expect(session?.state).toMatchObject({ meta: { status: 'ready' }, requests: [], turn: null })
    expect(session?.state.plan?.steps).toHaveLength(1)
  })

  it('is the same story where two plugins post it', () => {
    const [once] = [...replay('opencode', OPENCODE_RUN).values()]
    const [twice] = [...replay('opencode', OPENCODE_RUN, 2).values()]
    expect(twice?.story).toEqual(once?.story)
  })

  it('says what it said as the answer of the turn', () => {
    const [session] = [...replay('opencode', OPENCODE_RUN).values()]
    const ends = session?.decided.filter(({ event }) => event.type === 'turn_complete') ?? []
    expect(ends.map(({ event }) => event.data?.finalText)).toEqual([
      'Writing now.Done one.',
      '',
      'after tool',
    ])
  })
})

describe('a session of Claude Code, as its hooks told it', () => {
  const STORY = [
    ...[
      'begins',
      '> first',
      'ends',
      'begins',
      '> second',
      'AskUserQuestion(',
      'resolved_elsewhere',
      ')',
      'ends',
    ],
    // Put aside with Esc: nothing tells it but the next prompt.
    ...['begins', '> third', 'Bash(', 'may I touch b?', 'resolved_elsewhere', 'ends superseded'],
    // The helper goes on when the turn is over.
    ...['begins', '> fourth', 'Agent(', ')', 'Bash(', 'ends', ')'],
    ...['begins', '> <task-notification>', 'ends', 'begins', '> fifth', 'breaks'],
  ]

  it('is the story of its turns', () => {
    const [session] = [...replay('claude', CLAUDE_RUN).values()]
    expect(session?.story.map(sameReason)).toEqual(STORY)
    expect(session?.state).toMatchObject({ meta: { status: 'inactive' }, requests: [], attention: [] })
  })

  it('is the same story where every hook is fired twice', () => {
    const [once] = [...replay('claude', CLAUDE_RUN).values()]
    const [twice] = [...replay('claude', CLAUDE_RUN, 2).values()]
    expect(twice?.story).toEqual(once?.story)
  })
})

describe('turns of Claude Code', () => {
  const session = { session_id: 's', prompt_id: 'prompt-1' }
  const hook = (hook_event_name: string, fields: object = {}) => ({ ...session, hook_event_name, ...fields })
  const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
  const call = { ...bash, tool_use_id: 't1' }
  const helper = { agent_id: 'a1', agent_type: 'Explore' }
  const started = (...payloads: object[]) => {
    const watched = new Watched('claude')
    for (const payload of payloads) watched.take(read('claude', payload).commit.drafts)
    return watched
  }

  it('ask once, whoever fires the hook twice, and are answered in the terminal', () => {
    const watched = started(
      hook('UserPromptSubmit', { prompt: 'Go' }),
      hook('PreToolUse', call),
      hook('PermissionRequest', bash),
      hook('PermissionRequest', bash),
    )
    expect(watched.story).toEqual(['begins', '> Go', 'Bash(', 'may I npm test?'])
    expect(watched.state.attention).toHaveLength(1)
    watched.take(read('claude', hook('PostToolUse', { ...call, tool_response: 'ok' })).commit.drafts)
    expect(watched.story.slice(-2)).toEqual(['resolved_elsewhere', ')'])
    expect(watched.state.attention).toEqual([])
  })

  it('ask questions that the end of their call has answered', () => {
    const names = ['PreToolUse', 'PermissionRequest', 'PostToolUse'] as const
    const watched = started(...names.map((name) => CLAUDE_PAYLOADS[`${name}.AskUserQuestion`]))
    const types = watched.decided.map(({ event }) => event.type)
    const asked = types.filter((type) => type === 'question_requested' || type === 'request_closed')
    expect(asked).toEqual(['question_requested', 'request_closed'])
    expect(watched.state.requests).toEqual([])
  })

  it('raise nothing for calls that need no leave, nor for what is told late', () => {
    const watched = started(hook('PreToolUse', call), hook('PostToolUse', { ...call, tool_response: '' }))
    expect(watched.story).toEqual(['begins', 'Bash(', ')'])
    watched.take(read('claude', hook('PermissionRequest', bash), { late: true, occurredAt: 1 }).commit.drafts)
    expect(watched.story.slice(-1)).toEqual(['resolved_elsewhere'])
    expect(watched.state.attention).toEqual([])
  })

  it('are not ended by their helpers, which may go on after them', () => {
    const watched = started(
      hook('UserPromptSubmit', { prompt: 'Go' }),
      hook('SubagentStart', helper),
      hook('Stop', helper),
    )
    expect(watched.story).toEqual(['begins', '> Go'])
    const tasks = [{ id: 'a1', status: 'running' }]
    watched.take(read('claude', hook('Stop', { background_tasks: tasks })).commit.drafts)
    expect(watched.story.at(-1)).toBe('ends')
    watched.take(read('claude', hook('PermissionRequest', { ...bash, ...helper })).commit.drafts)
    expect(watched.state.attention).toMatchObject([{ kind: 'permission', message: 'npm test' }])
  })

  it('are the same session after a compaction, and another after a clearing', () => {
    const compacted = started(
      hook('UserPromptSubmit', { prompt: 'Go' }),
      hook('PreCompact', { trigger: 'auto' }),
      hook('SessionStart', { source: 'compact' }),
      hook('PostCompact', { trigger: 'auto', compact_summary: 'short' }),
    )
    expect(compacted.story).toEqual(['begins', '> Go', 'compacted'])
    expect(compacted.state.meta.status).toBe('running')
    const [before, after] = replay('claude', [
      { ...hook('SessionEnd', { reason: 'clear' }), session_id: 'old' },
      { ...hook('SessionStart', { source: 'clear' }), session_id: 'new' },
    ]).values()
    expect([before?.state.meta.status, after?.state.meta.status]).toEqual(['inactive', 'ready'])
  })

  it('begin with a prompt that comes with the id of the turn before', () => {
    const next = { prompt_id: 'prompt-2' }
    const watched = started(
      hook('UserPromptSubmit', { prompt: 'One' }),
      hook('Stop', { last_assistant_message: 'Done' }),
      hook('UserPromptSubmit', { prompt: 'Two' }),
    )
    expect(watched.story).toEqual(['begins', '> One', 'ends', 'begins', '> Two'])
    expect(watched.state.turn).not.toBeNull()
    watched.take(read('claude', hook('Stop', { ...next, last_assistant_message: 'Done too' })).commit.drafts)
    expect(watched.state.turn).toBeNull()
  })

  it('show what was said once, and the last words as their answer', () => {
    const said = (index: number, delta: string) => hook('MessageDisplay', { message_id: 'm', index, delta })
    const stop = hook('Stop', { last_assistant_message: 'Two' })
    const watched = started(hook('UserPromptSubmit', { prompt: 'Go' }), said(0, 'One'), stop, said(1, 'Two'))
    expect(watched.story).toEqual(['begins', '> Go', 'says One', 'ends', 'says Two'])
    expect(watched.state.turn).toBeNull()
    const end = watched.decided.find(({ event }) => event.type === 'turn_complete')
    expect(end?.event.data?.finalText).toBe('Two')
  })
})

describe('a turn of Gemini CLI, as recorded', () => {
  it('needs a person while it asks in its terminal, and nobody here can answer', () => {
    const watched = new Watched('gemini')
    const { Notification, AfterTool, AfterAgent, ...before } = GEMINI_PAYLOADS
    const payloads: object[] = [...Object.values(before), Notification, Notification]
    for (const payload of payloads) watched.take(read('gemini', payload).commit.drafts)
    expect(watched.state.attention).toMatchObject([
      { kind: 'permission', message: expect.stringContaining('tui.txt') },
    ])
    expect(watched.state.requests).toEqual([])
    for (const payload of [AfterTool, AfterAgent]) watched.take(read('gemini', payload).commit.drafts)
    expect(watched.state.attention).toEqual([])
    expect(watched.story).toEqual(['begins', '> MOCK:[{"text":"Writing', 'write_file(', ')', 'ends'])
  })
})
