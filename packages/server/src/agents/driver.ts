import type { AgentMode, EventType, JsonObject } from '@signalbox/protocol'

/**
 * What an agent does, in the words of the registry, without place or number: those the session gives it.
 * Texts go as `text_delta`, as small as they come: the session strips, coalesces and cuts them. A request carries the
 * agent's own id in `requestId`; the answer comes back under it. A turn ends with exactly one `turn_complete` (its data
 * may hold `stopReason`; the text is known already) or `turn_error` (`message`, and `code: 'AGENT_ERROR'`).
 */
export interface Happening {
  type: EventType
  data: JsonObject
}

/** Where an agent says what it does. */
export interface AgentListener {
  /** Resolves when there is room for more: an agent that waits for it can never flood the gateway. */
  say(happening: Happening): Promise<void>
  /** The agent is no more, and nobody asked it to go. Nothing it says afterwards counts. */
  gone(why: string): void
}

/** What the agent is told when a request of its own ends. */
export type RequestEnd =
  | { kind: 'permission'; approved: boolean; message?: string; remember?: boolean }
  | { kind: 'question'; answers: Record<string, string>; dismissed: boolean }
  | { kind: 'closed'; reason: string }

/** How an agent takes what is said to it while it works: right away, when it comes to it, or not at all. */
export type SteerCapability = 'native' | 'queued' | 'none'

/** A started agent. One turn at a time: `prompt` is not called again before the turn ended. */
export interface Agent {
  /** The agent has the prompt; what comes of it is said to the listener. */
  prompt(text: string): Promise<void>
  /** Resolves when the agent has it; rejects when the turn ended before it could. Absent: it cannot. */
  steer?(content: string): Promise<void>
  /** Asks the agent to end its turn soon; the end is said to the listener like any other. */
  interrupt(): Promise<void>
  /** A request of the agent, by its own id, has ended. */
  respond(requestId: string, end: RequestEnd): void
  /** Absent: the agent takes a mode only when it starts. */
  switchMode?(mode: AgentMode): Promise<void>
  /** Ends the agent, whatever it is at. */
  close(): Promise<void>
}

/** The session an agent is started for. */
export interface DrivenSession {
  sessionId: string
  cwd: string
  mode: AgentMode
}

/** A way of running agents. */
export interface Driver {
  /** What people call its agents. */
  readonly title?: string
  readonly steer: SteerCapability
  /** Rejects with a sentence a person can read when the agent cannot be started. */
  start(session: DrivenSession, listener: AgentListener): Promise<Agent>
}
