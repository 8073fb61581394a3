import {
  type EventData,
  type EventType,
  type NewId,
  type SessionState,
  SignalboxError,
} from '@signalbox/protocol'
import type { AgentCatalogue } from '../agents/catalogue.js'
import type { Log, Published } from '../log/log.js'
import { LiveSession } from './live-session.js'
import type { Patience } from './patience.js'
import { within } from './within.js'

const LAST_WORDS_MS = 2_000

export interface LiveSessionsDeps {
  log: Log
  agents: AgentCatalogue
  newId: NewId
  clock(): number
  patience: Patience
  /** Throws while no turn may begin. */
  mayBegin(): void
  report(fault: unknown): void
}

/** The sessions that have an agent of ours just now. What the log says of them is passed on to their agents. */
export class LiveSessions {
  readonly #deps: LiveSessionsDeps
  readonly #live = new Map<string, LiveSession>()
  #closed = false

  constructor(deps: LiveSessionsDeps) {
    this.#deps = deps
    deps.log.onPublish((events) => {
      if (this.#live.size === 0) return
      for (const event of events) this.#published(event)
    })
  }

  get(sessionId: string): LiveSession | undefined {
    return this.#live.get(sessionId)
  }

  /** The session in which this turn is under way. */
  inTurn(turnId: string): { sessionId: string; live: LiveSession } | undefined {
    for (const [sessionId, live] of this.#live) if (live.turnId === turnId) return { sessionId, live }
    return undefined
  }

  /** Whether an agent of ours waits for this request. */
  holds(sessionId: string, requestId: string): boolean {
    return this.#live.get(sessionId)?.holds(requestId) ?? false
  }

  get count(): number {
    return this.#live.size
  }

  /** The live session, made so if it can be: it must be one of ours, of an agent that is declared. */
  async open(sessionId: string): Promise<LiveSession> {
    const live = await this.#settled(sessionId)
    if (live) return live
    const state = await this.#deps.log.snapshot(sessionId)
    if (!state) throw new SignalboxError('sessionNotFound')
    if (this.#closed) throw new SignalboxError('unavailable', 'the gateway is stopping')
    return this.#live.get(sessionId) ?? this.#add(sessionId, state)
  }

  /** The live session; one that is ending is waited for, and is none. */
  async #settled(sessionId: string): Promise<LiveSession | undefined> {
    const live = this.#live.get(sessionId)
    if (!live?.closing) return live
    await live.closing
    return this.#live.get(sessionId)
  }

  /** Ends all agents, and what they are at. What the log cannot take in time, the next start puts right. */
  async close(): Promise<void> {
    this.#closed = true
    const live = [...this.#live.values()]
    const ends = live.map((live) => live.close('gateway_stopped', 'The gateway was stopped.'))
    await within(LAST_WORDS_MS, Promise.all(ends)).catch(() => undefined)
    for (const session of live) session.abandon()
  }

  #add(sessionId: string, state: SessionState): LiveSession {
    const { agents, log, mayBegin, ...rest } = this.#deps
    const { origin, agentType } = state.meta
    if (origin === 'observed') throw watchedOnly()
    const driver = agents.find(agentType)
    if (!driver) {
      const known = agents.names().join(', ')
      const message = `no agent is declared as "${agentType.slice(0, 100)}"; declared are: ${known}`
      throw new SignalboxError('agentUnavailable', message)
    }
    const live = new LiveSession(state, {
      ...rest,
      driver,
      commit: async (commit) => {
        // Asked in the moment the log is given it: what is paused after that comes after it in the log as well.
        if (commit.command === true && commit.drafts[0]?.type === 'turn_started') mayBegin()
        return log.commit(commit)
      },
      state: () => log.snapshot(sessionId),
      ended: () => {
        if (this.#live.get(sessionId) === live) this.#live.delete(sessionId)
      },
    })
    this.#live.set(sessionId, live)
    return live
  }

  #published(event: Published): void {
    if (!isPassedOn(event.type)) return
    const live = this.#live.get(event.sessionId)
    if (live) PASS_ON[event.type](live, JSON.parse(event.data) as never, event.seq)
  }
}

/** What the agent of a session must hear of, whoever did it. */
const PASS_ON = {
  approval_resolved: (live: LiveSession, data: EventData<'approval_resolved'>) => {
    const { requestId, approved, message, remember } = data
    live.requestEnded(requestId, {
      kind: 'permission',
      approved,
      ...(message === undefined ? {} : { message }),
      ...(remember === undefined ? {} : { remember }),
    })
  },
  question_resolved: (live: LiveSession, { requestId, answers, dismissed }: EventData<'question_resolved'>) =>
    live.requestEnded(requestId, { kind: 'question', answers, dismissed }),
  request_closed: (live: LiveSession, { requestId, reason }: EventData<'request_closed'>) =>
    live.requestEnded(requestId, { kind: 'closed', reason }),
  mode_switched: (live: LiveSession, { mode }: EventData<'mode_switched'>, seq: number) =>
    live.modeChanged(mode, seq),
  session_settings_updated: (
    live: LiveSession,
    { settings }: EventData<'session_settings_updated'>,
    seq: number,
  ) => live.settingsChanged(settings, seq),
  session_deleted: (live: LiveSession) => live.drop(),
}

function isPassedOn(type: EventType): type is keyof typeof PASS_ON {
  return type in PASS_ON
}

/** What a command for an agent in somebody's own terminal is told. */
export function watchedOnly(): SignalboxError {
  const message = 'this agent runs in a terminal of its own: Signalbox watches it and cannot command it'
  return new SignalboxError('agentUnavailable', message)
}
