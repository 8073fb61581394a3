import {
  type Decided,
  type Draft,
  decide,
  emptyState,
  type JsonObject,
  type SessionMeta,
} from '@signalbox/protocol'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import { describe, expect, it } from 'vitest'
import { read } from './reading.fixture.js'
import { CODEX_RUN } from './recorded-codex-run.fixture.js'
import { OPENCODE_RUN } from './recorded-opencode-run.fixture.js'

/** One session as the log has it: what is known is dropped, the rest is decided. */
class Watched {
  readonly #known = new Set<string>()
  readonly decided: Decided[] = []
  #ids = 0
  state

  constructor(agentType: string) {
    const meta: SessionMeta = {
      ...{ id: 's', tenantId: 'local', name: null, agentType, status: 'inactive', archived: false },
      ...{ createdAt: 1, updatedAt: 1, lastActivityAt: null, origin: 'observed', cwd: null, aliases: [] },
    }
    this.state = emptyState(meta)
  }

  take(drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (draft.fact !== undefined && this.#known.has(draft.fact)) continue
      if (draft.fact !== undefined) this.#known.add(draft.fact)
      const moment = { now: this.#ids, newId: () => `id${++this.#ids}` }
      const decision = decide(this.state, draft, moment)
      this.state = decision.state
      this.decided.push(...decision.decided)
    }
  }

  /** What happened, in a word each. */
  get story(): string[] {
    return this.decided.flatMap(({ event: { type, data = {} } }) => SAID[type]?.(data) ?? [])
  }
}

const word = (value: unknown) => String(value).split(' ')[0]

const SAID: Partial<Record<Draft['type'], (data: JsonObject) => string>> = {
  turn_started: () => 'begins',
  user_message: ({ content }) => `> ${word(content)}`,
  message_complete: ({ text }) => `says ${word(text)}`,
  tool_call: ({ toolName }) => `${toolName}(`,
  tool_result: () => ')',
  permission_requested: ({ description, toolCallId }) =>
    `may I ${description}${toolCallId === undefined ? ' (whatever it is)' : ''}?`,
  approval_resolved: ({ approved }) => (approved ? 'yes' : 'no'),
  request_closed: ({ reason }) => String(reason),
  turn_complete: ({ stopReason }) => `ends${stopReason === undefined ? '' : ` ${stopReason}`}`,
  turn_error: () => 'breaks',
  context_compacted: () => 'compacted',
  plan_revised: () => 'plan',
  agent_unparsed: ({ problem }) => `? ${problem}`,
}

function replay(agent: HookedAgent, payloads: readonly JsonObject[], times = 1): Map<string, Watched> {
  const sessions = new Map<string, Watched>()
  for (const payload of payloads) {
    const id = String(payload.session_id)
    const session = sessions.get(id) ?? new Watched(agent)
    sessions.set(id, session)
    for (let time = 0; time < times; time++) session.take(read(agent, payload).commit.drafts)
  }
  return sessions
}

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
