import { setMaxListeners } from 'node:events'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Event } from '@signalbox/protocol'
import { ACTIVITY_IDS, type ActivityId } from '@signalbox/protocol/flow'
import { redact } from '@signalbox/protocol/log-record'
import type { DueDelivery, DueQuery, Outbox, OutboxReads, Settled } from '../log/outbox.js'
import type { Journal } from '../telemetry/journal.js'
import {
  type ActivityOutcome,
  type ActivityRunners,
  type ActivityTask,
  BEGINS_TURNS,
} from './activity-runner.js'
import { BusyBindings } from './busy-bindings.js'
import type { EventFields } from './event-fields.js'
import type { Executor, ExecutorState } from './executor.js'
import type { LoopGuard } from './loop-guard.js'
import type { NamedSessions } from './named-sessions.js'
import type { Pace } from './pace.js'
import { settled } from './settled.js'

export interface LocalExecutorDeps {
  log: { outbox: Pick<Outbox, 'begin' | 'settle'>; reader: Pick<OutboxReads, 'dueDeliveries'> }
  runners: ActivityRunners
  sessions: Pick<NamedSessions, 'find'>
  fields: EventFields
  guard: Pick<LoopGuard, 'began' | 'touches' | 'ended'>
  pace: Pick<Pace, 'crowded' | 'rest'>
  journal: Journal
  now: () => number
  clock: () => number
  /** From 0 to 1. */
  random: () => number
  /** Nothing is to start: what would begin a turn waits. */
  paused: () => boolean
  /** Rows came to an end of this status. */
  onSettled: (status: Settled['status']) => void
  /** How long what runs may take when the gateway stops. */
  graceMs?: number
}

/** A binding may have this part of what runs at once: one slow receiver does not keep the others from being served. */
const OF_ONE = 0.75
/** In a crowd so many of an activity are begun at once. */
const IN_CROWD = 2
/** What the writer and the others need for one, roughly. */
const DELIVERY_MS = 1.5
const EVENT_GONE = 'the event is no longer kept'
/** What an activity says of an event of so many characters takes long to put together: others come between two of them. */
const LARGE = 32 * 1024
const RETRY_MS = 1_000
const GRACE_MS = 2_000
/** A timer is not set further ahead. */
const LONGEST_WAIT_MS = 3600_000

/** Does what is due itself, as much at once as each activity allows. */
export class LocalExecutor implements Executor {
  readonly state: ExecutorState = { state: 'ready' }
  readonly #deps: LocalExecutorDeps
  readonly #stopped = new AbortController()
  /** What runs, by activity and by binding. */
  readonly #running = new Map<ActivityId, number>()
  readonly #ofBinding = new Map<number, number>()
  readonly #busy = new BusyBindings(() => this.wake())
  readonly #tasks = new Set<Promise<void>>()
  #outcomes: Settled[] = []
  #settling: Promise<void> | undefined
  #loop: Promise<void> = Promise.resolve()
  #wake: () => void = () => {}
  /** Something may have become due since it was last looked. */
  #again = false
  #failing = false

  constructor(deps: LocalExecutorDeps) {
    this.#deps = deps
    // Everything that runs listens to it.
    setMaxListeners(0, this.#stopped.signal)
  }

  /** What this process does just now. */
  get running(): number {
    return this.#tasks.size
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** It is always ready: what keeps it from work is a matter of each delivery. */
  onState(_listener: (state: ExecutorState) => void): void {}

  wake(): void {
    this.#again = true
    this.#wake()
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    this.#busy.close()
    this.#wake()
    await this.#loop
    const patience = new AbortController()
    const { graceMs = GRACE_MS } = this.#deps
    const waited = setTimeout(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)
    await Promise.race([Promise.allSettled([...this.#tasks]), waited])
    await Promise.race([this.#settling, waited])
    patience.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      try {
        this.#again = false
        const next = await this.#claim()
        this.#failing = false
        if (next !== 'more') await this.#idle(next)
      } catch (error) {
        if (signal.aborted) return
        this.#fault(error)
        await setTimeout(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }

  #fault(error: unknown): void {
    if (!this.#failing) this.#deps.journal.warn('deliveries of flows wait', { problem: String(error) })
    this.#failing = true
  }

  /** Begins what is due and has room; `more` when there was some, else when the next is due. */
  async #claim(): Promise<'more' | number | null> {
    const { log, now, pace } = this.#deps
    const wanted = this.#wanted()
    if (wanted.length === 0) return null
    const running = this.#busy.full(this.#ofBinding)
    const page = await log.reader.dueDeliveries({ now: now(), wanted, running })
    const { next } = page
    const due = this.#busy.admit(page.due, this.#ofBinding)
    if (due.length === 0) return next
    const begun = await log.outbox.begin(due.map(({ offset, binding }) => ({ offset, binding })))
    const marked = new Set(begun.map(({ offset, binding }) => `${offset}.${binding}`))
    for (const row of due) {
      if (!marked.has(`${row.offset}.${row.binding}`)) continue
      this.#begin(row)
      if ((row.event?.data.length ?? 0) > LARGE) await setImmediate()
    }
    if (pace.crowded) await pace.rest(due.length * DELIVERY_MS)
    return 'more'
  }

  #wanted(): DueQuery['wanted'] {
    const { runners, paused, pace } = this.#deps
    const isPaused = paused()
    return ACTIVITY_IDS.flatMap((activityId) => {
      const { concurrency } = runners[activityId]
      const room = concurrency - (this.#running.get(activityId) ?? 0)
      const many = pace.crowded ? Math.min(room, IN_CROWD) : room
      if (many <= 0 || (isPaused && BEGINS_TURNS.has(activityId))) return []
      return [{ activityId, many, ofOne: Math.max(1, Math.ceil(concurrency * OF_ONE)) }]
    })
  }

  #begin(row: DueDelivery): void {
    const { activityId, binding } = row
    add(this.#running, activityId, 1)
    add(this.#ofBinding, binding, 1)
    const task = this.#perform(row).then((outcome) => {
      add(this.#running, activityId, -1)
      // One that goes back counts for its binding until it is written: else one that came later would be taken for it.
      if (outcome?.status !== 'pending') add(this.#ofBinding, binding, -1)
      this.#tasks.delete(task)
      if (outcome) this.#settle(outcome)
      this.wake()
    })
    this.#tasks.add(task)
  }

  /** What its row becomes; undefined where the next start has to see to it. */
  async #perform(row: DueDelivery): Promise<Settled | undefined> {
    const { guard, now, random, paused } = this.#deps
    const { offset, binding, activityId, event } = row
    const attempts = row.attempts + 1
    if (!event) return this.#givenUp(row, { offset, binding, status: 'dead', error: EVENT_GONE })
    const since = now()
    const outcome = await this.#try(row, event, attempts)
    guard.ended(row, outcome, since)
    const busy = outcome.ok ? undefined : outcome.busy
    if (busy) this.#busy.busy(binding, busy.over)
    else this.#busy.passed(binding)
    // It was not to be, rather than that it failed.
    const isCutShort = this.#stopped.signal.aborted || (paused() && BEGINS_TURNS.has(activityId))
    if (!outcome.ok && outcome.retry && isCutShort && !busy)
      return { offset, binding, status: 'pending', due: now(), uncounted: true }
    const next = settled(row, attempts, outcome, { now: now(), random: random() })
    return next.status === 'dead' ? this.#givenUp(row, next) : next
  }

  /** Says which it was and why: who reads the journal has nothing else at hand. */
  #givenUp(row: DueDelivery, next: Settled & { status: 'dead' | 'unknown' }): Settled {
    const { id, activityId, triggerId, sessionId, event, attempts } = row
    this.#deps.journal.warn('a delivery was given up', {
      ...{ trigger: triggerId, activity: activityId, attempts: attempts + 1 },
      ...{ error: redact(next.error), delivery_id: id, session_id: sessionId },
      ...(event ? { event_id: event.id } : {}),
    })
    return next
  }

  async #try(row: DueDelivery, event: Event, attempt: number): Promise<ActivityOutcome> {
    const { runners, guard, journal } = this.#deps
    guard.began(row)
    try {
      const task = await this.#taskOf(row, event, attempt)
      return await runners[row.activityId].run(task, this.#stopped.signal)
    } catch (error) {
      journal.error('an activity of a flow failed for a reason of our own', {
        activity: row.activityId,
        delivery_id: row.id,
        session_id: row.sessionId,
        problem: String(error),
      })
      return { ok: false, error: 'something went wrong in the gateway; its journal says what', retry: true }
    }
  }

  async #taskOf(row: DueDelivery, event: Event, attempt: number): Promise<ActivityTask> {
    const session = await this.#deps.sessions.find(event.sessionId)
    const { id, tenantId, triggerId, activityId, config, sessionId, begunBefore } = row
    const fields = this.#deps.fields.of(event, session)
    const eventId = fields.get('notify.event_id') ?? event.id
    const what = { tenantId, triggerId, activityId, config, sessionId, eventId, fields }
    const { guard } = this.#deps
    return { deliveryId: id, ...what, attempt, begunBefore, touches: (...at) => guard.touches(row, ...at) }
  }

  /** Outcomes that come while others are written go together. What the disk does not take is tried again. */
  #settle(outcome: Settled): void {
    this.#outcomes.push(outcome)
    this.#settling ??= this.#writeOutcomes()
  }

  async #writeOutcomes(): Promise<void> {
    const { log, onSettled } = this.#deps
    while (this.#outcomes.length > 0) {
      const outcomes = this.#outcomes.splice(0)
      try {
        await log.outbox.settle(outcomes)
        for (const { status, binding } of outcomes) {
          if (status === 'pending') add(this.#ofBinding, binding, -1)
          onSettled(status)
        }
      } catch (error) {
        this.#outcomes.unshift(...outcomes)
        this.#fault(error)
        if (this.#stopped.signal.aborted) return
        await setTimeout(RETRY_MS, undefined, { ref: false, signal: this.#stopped.signal }).catch(
          () => undefined,
        )
      }
      // A row that is to be tried again is due at a time nobody waits for yet.
      this.wake()
    }
    // In the moment nothing is left: what comes a moment later must not take this one for the one that writes it.
    this.#settling = undefined
  }

  async #idle(until: number | null): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    if (this.#again || this.#stopped.signal.aborted) return
    if (until === null) return woken
    const later = new AbortController()
    const ms = Math.min(LONGEST_WAIT_MS, Math.max(0, until - this.#deps.now()))
    const waited = setTimeout(ms, undefined, { ref: false, signal: later.signal }).catch(() => undefined)
    await Promise.race([woken, waited])
    later.abort()
  }
}

function add<K>(counts: Map<K, number>, key: K, more: number): void {
  const count = (counts.get(key) ?? 0) + more
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
