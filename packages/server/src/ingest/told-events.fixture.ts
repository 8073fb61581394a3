import {
  type Draft,
  decide,
  EVENT_VERSION,
  type Event,
  emptyState,
  type SessionMeta,
  type SessionState,
} from '@signalbox/protocol'

/** One observed session, as the log would keep it: facts once, every draft decided. */
export class ToldSession {
  readonly events: Event[] = []
  #state: SessionState
  readonly #facts = new Set<string>()
  #count = 0

  constructor(sessionId: string, more: Partial<SessionMeta> = {}) {
    const meta: SessionMeta = {
      id: sessionId,
      tenantId: 'local',
      name: null,
      agentType: 'codex',
      status: 'inactive',
      archived: false,
      createdAt: 1,
      updatedAt: 1,
      lastActivityAt: null,
      origin: 'observed',
      cwd: null,
      aliases: [],
      ...more,
    }
    this.#state = emptyState(meta)
    this.take([{ type: 'session_created', source: { agent: 'codex', via: 'test' } }])
  }

  get state(): SessionState {
    return this.#state
  }

  take(drafts: readonly Draft[]): this {
    for (const draft of drafts) {
      if (draft.fact !== undefined && this.#facts.has(draft.fact)) continue
      if (draft.fact !== undefined) this.#facts.add(draft.fact)
      const moment = { now: 1000 + this.#count, newId: () => `id${++this.#count}` }
      const { state, decided } = decide(this.#state, draft, moment)
      this.#state = state
      for (const { draft: said, event } of decided) {
        this.events.push({
          v: EVENT_VERSION,
          id: `e${this.events.length}`,
          tenantId: 'local',
          sessionId: state.meta.id,
          seq: event.seq,
          offset: this.events.length + 1,
          ts: event.ts,
          type: event.type,
          source: said.source,
          data: JSON.stringify(event.data ?? {}),
          ...(event.turnId === undefined ? {} : { turnId: event.turnId }),
        })
      }
    }
    return this
  }
}
