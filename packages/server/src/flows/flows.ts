import { setTimeout } from 'node:timers/promises'
import {
  ACTIVITY_IDS,
  type ActivityId,
  type CompiledTriggers,
  compileTriggers,
  DELIVERY_STATUSES,
} from '@signalbox/protocol/flow'
import type { Log } from '../log/log.js'
import type { OutboxState } from '../log/outbox.js'
import type { GatewayPause } from '../pause/gateway-pause.js'
import type { Journal } from '../telemetry/journal.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { ActivityRunners } from './activity-runner.js'
import type { Dispatch, DispatchTimeline } from './dispatch-timeline.js'
import { EventFields } from './event-fields.js'
import type { Executor, ExecutorState } from './executor.js'
import type { LocalExecutorDeps } from './local-executor.js'
import { LoopGuard } from './loop-guard.js'
import { Matcher, type Stretch } from './matcher.js'
import { NamedSessions } from './named-sessions.js'
import { Pace } from './pace.js'

/** Where the triggers come from. */
export interface FlowSource {
  readonly current: { readonly triggers: CompiledTriggers }
  readonly state: 'ready' | { unreadable: string }
  onChange(listener: () => void): void
}

export interface FlowsDeps {
  log: Log
  tenantId: string
  /** False: nothing is matched, and what is in the outbox waits. */
  enabled: boolean
  source: FlowSource
  runners: ActivityRunners
  /** Who does what matched. */
  executor: (deps: LocalExecutorDeps) => Executor
  timeline: DispatchTimeline
  pause: Pick<GatewayPause, 'paused' | 'onChange'>
  journal: Journal
  metrics: Metrics
  now: () => number
  clock: () => number
  random: () => number
}

const DAY_MS = 24 * 3600_000
const DONE_KEPT_MS = 7 * DAY_MS
const OTHER_KEPT_MS = 30 * DAY_MS
const NEWEST_KEPT = { newestDone: 100_000, newestOther: 20_000 }
const PRUNE_MS = 60_000
const RETRY_MS = 1_000

const NONE_KEPT = Object.fromEntries(DELIVERY_STATUSES.map((status) => [status, 0]))
const NO_TRIGGERS = compileTriggers({ version: 1, triggers: [], bindings_by_trigger_id: {} })

const DISPATCH_OF: Readonly<Record<ExecutorState['state'], Dispatch['dispatch']>> = {
  ready: 'queued',
  unavailable: 'temporal_unavailable',
  failed: 'failed',
}

/** Flows at work: what happens is matched, what matches is done. */
export class Flows {
  readonly #deps: FlowsDeps
  readonly #pace: Pace
  readonly #executor: Executor
  readonly #sessions: NamedSessions
  readonly #guard: LoopGuard
  readonly #fields = new EventFields()
  readonly #stopped = new AbortController()
  #matcher: Matcher | undefined
  #beginning: Promise<void> = Promise.resolve()
  #pruning: NodeJS.Timeout | undefined
  #counts: OutboxState['counts'] = {}

  constructor(deps: FlowsDeps) {
    const { log, now, clock } = deps
    this.#deps = deps
    this.#pace = new Pace(log, { clock })
    this.#sessions = new NamedSessions(log)
    this.#guard = new LoopGuard(log, now)
    const ended = deps.metrics.counter(
      'signalbox_delivery_attempts_total',
      'Attempts of deliveries of flows, by what became of them.',
      ['status'],
    )
    this.#executor = deps.executor({
      ...deps,
      ...{ sessions: this.#sessions, fields: this.#fields, guard: this.#guard, pace: this.#pace },
      paused: () => deps.pause.paused,
      onSettled: (status) => ended.of(status).add(),
    })
    deps.metrics.gauge('signalbox_flow_lag_events', 'Events flows have not looked at yet.', () => this.lag)
    deps.metrics.gauge('signalbox_deliveries_running', 'Deliveries under way.', () => this.#executor.running)
    deps.metrics.gauges(
      'signalbox_deliveries',
      'Deliveries that are kept, by status, when last counted.',
      'status',
      () => ({
        ...NONE_KEPT,
        ...this.#counts,
      }),
    )
  }

  /** Goes on where the last process stopped; what the log cannot do now is tried again until it can. */
  async start(): Promise<void> {
    try {
      await this.#begin()
    } catch (error) {
      this.#deps.journal.warn('flows cannot start now', { problem: String(error) })
      this.#beginning = this.#beginLater()
    }
  }

  /** How many events were not looked at yet. */
  get lag(): number {
    return this.#matcher?.lag ?? 0
  }

  /** There may be something to do that nobody was told of. */
  wake(): void {
    this.#executor.wake()
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    clearInterval(this.#pruning)
    this.#pace.close()
    await this.#beginning
    await this.#matcher?.close()
    await this.#executor.close()
  }

  async #beginLater(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await setTimeout(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
      const begun =
        signal.aborted ||
        (await this.#begin().then(
          () => true,
          () => false,
        ))
      if (begun) return
    }
  }

  async #begin(): Promise<void> {
    const { log, runners, enabled, source, pause, timeline } = this.#deps
    const { matched, counts } = await log.reader.outboxState()
    const isKnown = matched?.epoch === log.epoch
    const afterCrash = Object.fromEntries(ACTIVITY_IDS.map((id) => [id, runners[id].afterCrash])) as Record<
      ActivityId,
      'again' | 'unknown'
    >
    await log.outbox.recover({ afterCrash, restored: matched !== undefined && !isKnown })
    const cursor = isKnown ? Math.min(matched.offset, log.head) : log.head
    // A first start begins here, also where nothing happens before the next.
    if (!isKnown) await log.outbox.take({ cursor, bindings: [], rows: [] })
    const before = this.#stretchesUntilNow(cursor)
    await this.#tell()
    this.#counts = counts
    pause.onChange(() => this.#executor.wake())
    this.#pruning = setInterval(() => void this.#prune(), PRUNE_MS).unref()
    if (!enabled) return
    this.#executor.start()
    this.#matcher = new Matcher(
      {
        ...this.#deps,
        ...{ sessions: this.#sessions, fields: this.#fields, guard: this.#guard, pace: this.#pace },
        onTaken: (rows) => {
          if (rows > 0) this.#executor.wake()
        },
      },
      { cursor, stretches: [...before, { from: timeline.since, triggers: this.#triggers() }] },
    )
    this.#matcher.start()
    source.onChange(() => {
      this.#matcher?.use(this.#triggers())
      this.#tell().catch((error: unknown) =>
        this.#deps.journal.warn('the state of flows could not be kept', { problem: String(error) }),
      )
    })
    this.#executor.onState(() => void this.#tell().catch(() => undefined))
  }

  /** What came before this start and was not looked at yet: matched where flows were on, left alone where they were not. */
  #stretchesUntilNow(cursor: number): Stretch[] {
    const { timeline } = this.#deps
    return timeline.from(cursor + 1).map(({ from, dispatch }) => ({
      from,
      triggers: dispatch === 'flow_unavailable' ? NO_TRIGGERS : this.#triggers(),
    }))
  }

  #triggers(): CompiledTriggers {
    const { source } = this.#deps
    return source.state === 'ready' ? source.current.triggers : NO_TRIGGERS
  }

  /** From here on this is what becomes of what is committed. */
  #tell(): Promise<void> {
    const { timeline, log } = this.#deps
    return timeline.change(log.head + 1, this.#dispatch())
  }

  #dispatch(): Dispatch {
    const { enabled, source } = this.#deps
    if (!enabled) return { dispatch: 'flow_unavailable' }
    if (source.state !== 'ready') return { dispatch: 'flow_unavailable', error: source.state.unreadable }
    const { state } = this.#executor
    return state.state === 'ready'
      ? { dispatch: 'queued' }
      : { dispatch: DISPATCH_OF[state.state], error: state.reason }
  }

  async #prune(): Promise<void> {
    const { log, now } = this.#deps
    try {
      const [doneBefore, otherBefore] = [now() - DONE_KEPT_MS, now() - OTHER_KEPT_MS]
      await log.outbox.prune({ doneBefore, otherBefore, ...NEWEST_KEPT })
      this.#counts = (await log.reader.outboxState()).counts
    } catch {
      // The next pass does it; the failure itself is in the health of the log.
    }
  }
}
