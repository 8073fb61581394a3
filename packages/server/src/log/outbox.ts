import type { Event } from '@signalbox/protocol'
import type { ActivityId, Delivery, DeliveryResponse, DeliveryStatus } from '@signalbox/protocol/flow'

/** One activity of a trigger as it was when an event matched it. */
export interface TakenBinding {
  triggerId: string
  /** Its place in the trigger, from 0. */
  index: number
  activityId: ActivityId
  config: Readonly<Record<string, unknown>>
}

/** One event that one binding is for. */
export interface TakenRow {
  /** Where the event is. */
  offset: number
  /** Which of the bindings told along. */
  binding: number
  /** The triggers that led to the event, the first first; absent where no flow did. */
  causes?: readonly string[]
  /** Why it is not to be tried. */
  stopped?: string
}

/** What the matcher found up to a place in the log. */
export interface Taken {
  cursor: number
  bindings: readonly TakenBinding[]
  rows: readonly TakenRow[]
}

/** Which row: the place of the event and the number of the binding. */
export interface DeliveryKey {
  offset: number
  binding: number
}

/** What came of an attempt, as its row keeps it. */
export type Settled = DeliveryKey & { response?: DeliveryResponse } & (
    | { status: 'done'; turnId?: string }
    | { status: 'dead' | 'unknown'; error: string }
    /** To be tried again at `due`; `uncounted` where it was not really tried. */
    | { status: 'pending'; due: number; error?: string; uncounted?: true }
  )

/** What becomes of rows the last process left unfinished. */
export interface Recovery {
  /** Of those that were running, by activity. */
  afterCrash: Readonly<Record<ActivityId, 'again' | 'unknown'>>
  /** The log was put back from a backup: what was not done then may have been since, so nothing is. */
  restored: boolean
}

/** How long finished rows are kept. */
export interface PruneLimits {
  doneBefore: number
  /** Those that came to no good end are kept longer: somebody may want to see why. */
  otherBefore: number
  /** Of those that are done, and of each other ending, no more than the newest so many are kept. */
  newestDone: number
  newestOther: number
}

/** What can be removed now: rows, and bindings that are in none. */
export interface Prunable {
  rows: DeliveryKey[]
  bindings: number[]
}

/** The config of a delivery as it is to be from now on; its trigger, place and activity stay. */
export type Renew = (delivery: Delivery) => TakenBinding['config']

/** The durable list of what flows are to do, kept by the one writer. */
export interface Outbox {
  /** The matcher's place in the log and what it found up to there: both or neither. What was taken before stays as it is. */
  take(taken: Taken): Promise<void>
  /** Marks rows as running, before anything is done about them; answers those that were still to be tried. */
  begin(keys: readonly DeliveryKey[]): Promise<DeliveryKey[]>
  settle(outcomes: readonly Settled[]): Promise<void>
  /**
   * To be tried again, from the first attempt on; with what `renew` gives, where it is given, in place of what matched.
   * Rejects with `notFound`, with `conflict` for one that waits, runs or is done, and with what `renew` throws.
   */
  retry(tenantId: string, id: string, renew?: Renew): Promise<Delivery>
  /** For the start; answers how many rows changed. */
  recover(recovery: Recovery): Promise<number>
  /** Removes finished rows, a little at a time. */
  prune(limits: PruneLimits): Promise<void>
}

/** A row that is due, with the event it is for; without, where the event is gone. */
export interface DueDelivery extends DeliveryKey {
  id: string
  tenantId: string
  sessionId: string
  triggerId: string
  index: number
  activityId: ActivityId
  config: Readonly<Record<string, unknown>>
  /** How often it was tried, since it was last asked for. */
  attempts: number
  /** It was begun before, also where that attempt does not count: a process was killed, or somebody asked again. */
  begunBefore: boolean
  /** The triggers that led to it; its own is the last. */
  chain: readonly string[]
  event?: Event
}

/** What is due: of an activity at most so many, of one binding of it at most so many, those that run included. */
export interface DueQuery {
  now: number
  wanted: readonly { activityId: ActivityId; many: number; ofOne: number }[]
  running: ReadonlyMap<number, number>
}

export interface DuePage {
  due: DueDelivery[]
  /** When the next of these activities is due, after `now`; null where none is. */
  next: number | null
}

/** Which deliveries; newest first. `after` is the `next` of the page before. */
export interface DeliveryQuery {
  tenantId: string
  status?: DeliveryStatus
  triggerId?: string
  sessionId?: string
  limit: number
  after?: string
}

/** A page may hold less than was asked for and still not be the last: it looks at so many rows only. */
export interface DeliveryPage {
  deliveries: Delivery[]
  next: string | null
}

/** Where the matcher is in the log, and how many rows there are of each status. */
export interface OutboxState {
  /** Undefined before the first `take`. Of another epoch in a log that was put back from a backup. */
  matched?: { epoch: string; offset: number }
  counts: Partial<Record<DeliveryStatus, number>>
}

/** What set something off: the delivery of this id, or the one that began this turn. */
export type CauseQuery = { tenantId: string } & ({ deliveryId: string } | { turnId: string })

/** Reads of the outbox, on the reading thread. */
export interface OutboxReads {
  deliveries(query: DeliveryQuery): Promise<DeliveryPage>
  delivery(tenantId: string, id: string): Promise<Delivery | undefined>
  deliveryKey(tenantId: string, id: string): Promise<DeliveryKey | undefined>
  dueDeliveries(query: DueQuery): Promise<DuePage>
  /** Not all of it: some thousands. */
  prunable(limits: PruneLimits): Promise<Prunable>
  outboxState(): Promise<OutboxState>
  /** The chain of a delivery; undefined where no flow was the cause. */
  chainOf(query: CauseQuery): Promise<string[] | undefined>
}

/** What the writing thread is asked to do with the outbox. */
export type OutboxStep =
  | { step: 'take'; epoch: string; taken: Taken }
  | { step: 'begin'; keys: readonly DeliveryKey[] }
  | { step: 'settle'; outcomes: readonly Settled[] }
  | { step: 'retry'; key: DeliveryKey; renewed?: TakenBinding }
  | { step: 'recover'; recovery: Recovery }
  /** Rows that have ended, and bindings not used since. */
  | ({ step: 'drop'; unusedSince: number } & Prunable)
