import { ACTIVITY_IDS, compileTriggers, type FlowConfig } from '@signalbox/protocol/flow'
import { onTestFinished } from 'vitest'
import { MemoryRecords } from '../http/testing.js'
import type { Log } from '../log/log.js'
import { GatewayPause } from '../pause/gateway-pause.js'
import { Journal } from '../telemetry/journal.js'
import { Metrics } from '../telemetry/metrics.js'
import type { ActivityOutcome, ActivityRunner, ActivityRunners, ActivityTask } from './activity-runner.js'
import { DispatchTimeline } from './dispatch-timeline.js'
import { type FlowSource, Flows, type FlowsDeps } from './flows.js'
import { LocalExecutor } from './local-executor.js'

/** Triggers in the hand of a test. */
export class FlowSourceInHand implements FlowSource {
  current: FlowSource['current']
  state: FlowSource['state'] = 'ready'
  readonly #listeners: (() => void)[] = []

  constructor(config: FlowConfig) {
    this.current = { triggers: compileTriggers(config) }
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  change(config: FlowConfig, state: FlowSource['state'] = 'ready'): void {
    this.current = { triggers: compileTriggers(config) }
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Triggers that each post one webhook for an event of a type. */
export function hooksFor(
  triggers: Record<string, { type: string; where?: Record<string, string> }>,
): FlowConfig {
  return {
    version: 1,
    triggers: Object.entries(triggers).map(([id, { type, where }]) => ({
      id,
      event_type: type,
      ...(where ? { where } : {}),
    })),
    bindings_by_trigger_id: Object.fromEntries(
      Object.keys(triggers).map((id) => [
        id,
        [{ activity_id: 'post_webhook' as const, config: { url: `https://hooks.example.com/${id}` } }],
      ]),
    ),
  }
}

/** A runner that does what the test says, and remembers what it was asked. */
export class RunnerInHand implements ActivityRunner {
  readonly concurrency: number
  readonly afterCrash: ActivityRunner['afterCrash']
  readonly tasks: ActivityTask[] = []
  answer: (task: ActivityTask, signal: AbortSignal) => Promise<ActivityOutcome> | ActivityOutcome = () => ({
    ok: true,
  })
  readonly #waiting: (() => void)[] = []

  constructor({
    concurrency = 4,
    afterCrash = 'again',
  }: Partial<Pick<ActivityRunner, 'concurrency' | 'afterCrash'>> = {}) {
    this.concurrency = concurrency
    this.afterCrash = afterCrash
  }

  async run(task: ActivityTask, signal: AbortSignal): Promise<ActivityOutcome> {
    this.tasks.push(task)
    for (const look of this.#waiting) look()
    return this.answer(task, signal)
  }

  /** Resolves when it was asked so often. */
  async asked(times: number): Promise<ActivityTask[]> {
    if (this.tasks.length < times) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(() => {
          if (this.tasks.length >= times) resolve()
        })
      })
    }
    return this.tasks
  }
}

export function runnersInHand(changed: Partial<ActivityRunners> = {}): ActivityRunners {
  const all = Object.fromEntries(ACTIVITY_IDS.map((id) => [id, new RunnerInHand()]))
  return { ...all, ...changed } as ActivityRunners
}

export interface StartedFlows {
  flows: Flows
  timeline: DispatchTimeline
  pause: GatewayPause
  metrics: Metrics
  /** The lines of the journal. */
  told: string[]
}

/** Flows over a log, closed with the test. */
export async function startFlows(
  log: Log,
  deps: Pick<FlowsDeps, 'source' | 'runners'> & Partial<FlowsDeps>,
): Promise<StartedFlows> {
  const told: string[] = []
  const { now = Date.now } = deps
  const journal = new Journal({ level: 'debug', now, write: (line) => void told.push(line) })
  const timeline =
    deps.timeline ??
    (await DispatchTimeline.load({ records: log.records, tenantId: 'local', epoch: log.epoch }))
  const pause = await GatewayPause.load({ records: new MemoryRecords(), now, tenantId: 'local' })
  const metrics = new Metrics()
  const flows = new Flows({
    ...{ log, tenantId: 'local', enabled: true, timeline, pause, journal, metrics, now },
    ...{ clock: () => performance.now(), random: () => 0, executor: (given) => new LocalExecutor(given) },
    ...deps,
  })
  await flows.start()
  onTestFinished(() => flows.close())
  return { flows, timeline, pause, metrics, told }
}

/** A log of which some is otherwise. */
export function changedLog(log: Log, changed: Partial<Log>): Log {
  return new Proxy(log, {
    get(target, name) {
      const value: unknown = Reflect.get(name in changed ? changed : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Resolves when the outbox has so many rows of a status. */
export async function settledTo(log: Log, status: string, count: number): Promise<void> {
  for (;;) {
    const { counts } = await log.reader.outboxState()
    if ((counts[status as keyof typeof counts] ?? 0) >= count) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
