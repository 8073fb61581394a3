import {
  type Decided,
  type Draft,
  decide,
  emptyState,
  type JsonObject,
  type SessionMeta,
} from '@signalbox/protocol'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import { read } from './reading.fixture.js'

/** One session as the log has it: what is known is dropped, the rest is decided. */
export class Watched {
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

const word = (value: unknown) => String(value).split(/\s/)[0]

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

/** What came of payloads, session by session; `times` is how often each hook is fired. */
export function replay(agent: HookedAgent, payloads: readonly JsonObject[], times = 1): Map<string, Watched> {
  const sessions = new Map<string, Watched>()
  for (const payload of payloads) {
    const id = String(payload.session_id)
    const session = sessions.get(id) ?? new Watched(agent)
    sessions.set(id, session)
    for (let time = 0; time < times; time++) session.take(read(agent, payload).commit.drafts)
  }
  return sessions
}
