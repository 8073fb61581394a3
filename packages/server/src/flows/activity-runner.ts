import type { ActivityId, DeliveryResponse, FlowFields } from '@signalbox/protocol/flow'

/** One activity to be done: what it was told, and the event it is done for. */
export interface ActivityTask {
  /** `event/trigger/index`: the same twice is the same thing to do. */
  deliveryId: string
  tenantId: string
  triggerId: string
  activityId: ActivityId
  config: Readonly<Record<string, unknown>>
  /** The session the event is of. */
  sessionId: string
  /** The id of the event: its sender's, else the log's. */
  eventId: string
  fields: FlowFields
  /** 1 for the first. */
  attempt: number
  /** Some of it may have been done: it was begun before, maybe by a process that was killed in the middle. */
  begunBefore: boolean
  /** To be told before it does something in a session, so that what comes of it is known to be of this. */
  touches?: (sessionId: string, by: 'asking' | 'typing') => void
}

/** What came of it. `turnId` and `typedInto` let the loop guard know what the activity set off. */
export type ActivityOutcome =
  | { ok: true; response?: DeliveryResponse; turnId?: string; typedInto?: string }
  | {
      ok: false
      error: string
      /** Whether another attempt makes sense. */
      retry: boolean
      /** Not before so many ms, where whoever refused it said so. */
      afterMs?: number
      /** It was not really tried: nothing is to start where it would. It waits until something is. */
      uncounted?: true
      /** An agent is at something else; `over` resolves when that is over. What is for it comes one by one, in order. */
      busy?: { over?: Promise<void> }
      response?: DeliveryResponse
    }

/** What was not done, and why. */
export type FailedOutcome = Extract<ActivityOutcome, { ok: false }>

/** Does one kind of activity. */
export interface ActivityRunner {
  /** How many of them run at once. */
  readonly concurrency: number
  /** What becomes of one that the gateway was in the middle of when it was killed. */
  readonly afterCrash: 'again' | 'unknown'
  /** Never rejects for what the world does; a rejection is a bug, and counts as a failed attempt. */
  run(task: ActivityTask, signal: AbortSignal): Promise<ActivityOutcome>
}

/** What begins turns: it waits while the gateway is paused, and costs what agents cost. */
export const BEGINS_TURNS: ReadonlySet<ActivityId> = new Set(['send_to_terminal', 'spawn_agent_session'])

export type ActivityRunners = Readonly<Record<ActivityId, ActivityRunner>>
