import { setTimeout } from 'node:timers/promises'
import type { Event, EventType, JsonObject } from '@signalbox/protocol'
import {
  type CompiledTrigger,
  type CompiledTriggers,
  compileTriggers,
  FLOW_EVENT_TYPES,
} from '@signalbox/protocol/flow'
import type { Log, LogReader, Published } from '../log/log.js'
import type { Outbox, TakenBinding, TakenRow } from '../log/outbox.js'
import type { Journal } from '../telemetry/journal.js'
import { BEGINS_TURNS } from './activity-runner.js'
import { ChainedStarts, MAX_A_MINUTE } from './chained-starts.js'
import type { EventFields } from './event-fields.js'
import { FoundRows } from './found-rows.js'
import { type Chain, type LoopGuard, MAX_DEPTH } from './loop-guard.js'
import type { NamedSession, NamedSessions } from './named-sessions.js'
import type { Pace } from './pace.js'

export interface MatcherDeps {
  log: Pick<Log, 'head' | 'onPublish'> & {
    outbox: Pick<Outbox, 'take'>
    reader: Pick<LogReader, 'eventsOf'>
  }
  tenantId: string
  sessions: NamedSessions
  fields: EventFields
  guard: Pick<LoopGuard, 'causes'>
  pace: Pace
  journal: Journal
  clock: () => number
  /** Rows were taken. */
  onTaken: (rows: number, stopped: number) => void
  /** How seldom a place where nothing matched is kept. */
  keepMs?: number
  /** How soon it tries again what the log did not take. */
  retryMs?: number
  maxHeard?: Heard
}

/** What waits in memory: so many events, of so many characters. */
interface Heard {
  events: number
  chars: number
}

/** From an offset on, these triggers are asked. */
export interface Stretch {
  from: number
  triggers: CompiledTriggers
}

const NOBODY: Stretch = {
  from: 0,
  triggers: compileTriggers({ version: 1, triggers: [], bindings_by_trigger_id: {} }),
}

/** So many events are matched in one go, and taken together. */
const AT_ONCE = 128
/** In a crowd fewer, so that nobody waits behind them. */
const AT_ONCE_IN_CROWD = 24
/** After so long the main thread has others to serve. */
const SLICE_MS = 4
/** So many rows are written together: whoever commits meanwhile waits for them. */
const ROWS_AT_ONCE = 1_000
/** What the writer needs for a row, roughly. */
const WRITER_ROW_MS = 0.012
/** So much that may match waits in memory; what is more is read from the log when its turn comes. */
const MAX_HEARD: Heard = { events: 2_000, chars: 4 * 1024 * 1024 }
/** When it is behind by less than this, it listens again while it reads the rest. */
const NEAR = 4_000
const KEEP_MS = 1_000
const TOO_MANY = `flows began more than ${MAX_A_MINUTE} of these within a minute because of each other, so this was not done`
const RETRY_MS = 1_000

/**
 * Follows the log with a place of its own, which is kept together with what it found: each event is matched once, in order,
 * with the triggers there were when it came.
 */
export class Matcher {
  readonly #deps: MatcherDeps
  readonly #stopped = new AbortController()
  readonly #keepMs: number
  #stretches: Stretch[]
  /** The last event that was looked at, and the last whose place is kept. */
  #cursor: number
  #kept: number
  #keptAt = 0
  /** Everything that may match after `listensFrom` is here; undefined while it reads from the log alone. */
  #heard: Event[] = []
  #heardChars = 0
  #last: number
  #listensFrom: number | undefined
  #wake: () => void = () => {}
  #running: Promise<void> = Promise.resolve()
  #failing = false
  /** Waits for something to do; keeping: or for the moment its place is to be kept. */
  #idling: 'idle' | 'keeping' | undefined
  readonly #starts: ChainedStarts

  constructor(deps: MatcherDeps, start: { cursor: number; stretches: readonly Stretch[] }) {
    this.#deps = deps
    this.#keepMs = deps.keepMs ?? KEEP_MS
    this.#starts = new ChainedStarts(deps.clock)
    this.#cursor = start.cursor
    this.#kept = start.cursor
    this.#last = deps.log.head
    this.#stretches = [...start.stretches]
    deps.log.onPublish((events) => this.#hear(events))
  }

  start(): void {
    this.#running = this.#run()
  }

  /** How many events it has not looked at yet. */
  get lag(): number {
    return Math.max(0, this.#deps.log.head - this.#cursor)
  }

  /** What happens from now on is matched with these. */
  use(triggers: CompiledTriggers): void {
    const from = this.#deps.log.head + 1
    this.#stretches = [...this.#stretches.filter((stretch) => stretch.from < from), { from, triggers }]
    this.#wake()
  }

  /** What is being taken is taken; the place is kept. */
  async close(): Promise<void> {
    this.#stopped.abort()
    this.#wake()
    await this.#running
    if (this.#cursor > this.#kept) await this.#keep([], []).catch(() => undefined)
  }

  #hear(events: readonly Published[]): void {
    const triggers = this.#stretches.at(-1)?.triggers
    let wanted = false
    for (const event of events) {
      // What is not stored carries the offset of another.
      const isStored = event.offset > this.#last
      this.#last = event.offset
      if (!isStored || !triggers?.byType(event.type).length) continue
      if (event.tenantId !== this.#deps.tenantId) continue
      wanted = true
      if (this.#listensFrom === undefined) continue
      this.#heard.push(event)
      this.#heardChars += event.data.length
    }
    const { maxHeard = MAX_HEARD } = this.#deps
    if (this.#heard.length > maxHeard.events || this.#heardChars > maxHeard.chars) this.#listen(undefined)
    if (wanted) this.#wake()
    else if (this.#idling && this.#listensFrom !== undefined && this.#heard.length === 0) this.#passOver()
  }

  /** Nothing of it is of interest, nor of what came before: it is behind us, and kept as such before long. */
  #passOver(): void {
    this.#cursor = this.#deps.log.head
    if (this.#idling !== 'keeping') this.#wake()
  }

  #listen(from: number | undefined): void {
    this.#heard = []
    this.#heardChars = 0
    this.#listensFrom = from
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      try {
        this.#idling = undefined
        const busy = await this.#step()
        this.#failing = false
        if (!busy) await this.#idle()
      } catch (error) {
        // What was heard meanwhile is read again, from the place that is kept.
        this.#cursor = this.#kept
        this.#listen(undefined)
        if (signal.aborted) return
        if (!this.#failing)
          this.#deps.journal.warn('flows cannot look at events now', { problem: String(error) })
        this.#failing = true
        const { retryMs = RETRY_MS } = this.#deps
        await setTimeout(retryMs, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }

  /** Looks at some events; false when there is nothing more to look at. */
  async #step(): Promise<boolean> {
    const { log, pace } = this.#deps
    this.#forgetStretches()
    const atOnce = pace.crowded ? AT_ONCE_IN_CROWD : AT_ONCE
    if (this.#listensFrom === undefined && log.head - this.#cursor < NEAR) this.#listen(log.head)
    const listensFrom = this.#listensFrom
    if (listensFrom === undefined || this.#cursor < listensFrom) {
      const { head } = log
      if (this.#cursor >= head) return false
      await this.#readOn(Math.min(head, listensFrom ?? head), atOnce)
      return true
    }
    // Taken before anything is awaited: what comes meanwhile is after it.
    const [first] = this.#heard
    const through = this.#heard[atOnce] ? (this.#heard[atOnce - 1]?.offset ?? 0) : log.head
    const events = this.#heard.splice(0, atOnce)
    for (const { data } of events) this.#heardChars -= data.length
    if (first) {
      await this.#match(events, through)
      return true
    }
    if (through > this.#cursor) this.#cursor = through
    return false
  }

  async #readOn(throughOffset: number, limit: number): Promise<void> {
    const { log, tenantId } = this.#deps
    const stretch = this.#stretchAt(this.#cursor + 1)
    const next = this.#stretches.find(({ from }) => from > this.#cursor + 1)
    const through = Math.min(throughOffset, (next?.from ?? Number.POSITIVE_INFINITY) - 1)
    const types = waitedFor(stretch.triggers)
    if (types.length === 0) {
      this.#cursor = through
      return
    }
    const page = await log.reader.eventsOf({
      tenantId,
      types,
      afterOffset: this.#cursor,
      throughOffset: through,
      limit,
    })
    await this.#match(page.events, page.lookedThrough)
  }

  async #match(events: readonly Event[], through: number): Promise<void> {
    const { clock, pace } = this.#deps
    let found = new FoundRows()
    let began = clock()
    for (const event of events) {
      if (clock() - began > SLICE_MS) {
        await pace.rest(clock() - began)
        began = clock()
      }
      await this.#find(event, found)
      if (found.rows.length < ROWS_AT_ONCE) continue
      await this.#take(found, event.offset, clock() - began)
      found = new FoundRows()
      began = clock()
    }
    await this.#take(found, through, clock() - began)
  }

  /** What an event sets off. */
  async #find(event: Event, found: FoundRows): Promise<void> {
    const { sessions, guard } = this.#deps
    const session = sessions.known(event.sessionId) ?? (await sessions.find(event.sessionId))
    const data = JSON.parse(event.data) as JsonObject
    const triggers = this.#matching(event, data, session)
    if (triggers.length === 0) return
    const caused = guard.causes(event, data, session.aliases)
    const causes = caused instanceof Promise ? await caused : caused
    const tooDeep = causes && causes.length >= MAX_DEPTH ? tooDeepBecause(causes) : undefined
    for (const trigger of triggers) {
      if (tooDeep !== undefined) this.#tellStopped(event, trigger, causes)
      for (const [index, { activity_id }] of trigger.bindings.entries()) {
        const begins = causes !== undefined && tooDeep === undefined && BEGINS_TURNS.has(activity_id)
        const started = begins ? this.#starts.begin(trigger.id) : 'begin'
        if (started === 'first too many') this.#tellStopped(event, trigger, causes)
        const stop = started === 'begin' ? tooDeep : TOO_MANY
        found.add(trigger, index, event.offset, causes, stop)
      }
    }
  }

  #tellStopped(event: Event, trigger: CompiledTrigger, causes: Chain | undefined): void {
    this.#deps.journal.warn('a flow was stopped: flows set each other off', {
      trigger: trigger.id,
      session_id: event.sessionId,
      event_id: event.id,
      chain: [...(causes ?? [])],
    })
  }

  /** What was found up to a place, after so long. */
  async #take({ bindings, rows, stopped }: FoundRows, through: number, spentMs: number): Promise<void> {
    const { clock, onTaken, pace } = this.#deps
    this.#cursor = Math.max(this.#cursor, through)
    if (rows.length > 0 || clock() - this.#keptAt > this.#keepMs) {
      await this.#keep(bindings, rows)
      if (rows.length > 0) onTaken(rows.length - stopped, stopped)
    }
    await pace.rest(spentMs + rows.length * WRITER_ROW_MS)
  }

  #matching(event: Event, data: JsonObject, session: NamedSession): readonly CompiledTrigger[] {
    const { triggers } = this.#stretchAt(event.offset)
    const fields = this.#deps.fields.of(event, session, data)
    return triggers.matching(event.type, fields, session.names)
  }

  async #keep(bindings: readonly TakenBinding[], rows: readonly TakenRow[]): Promise<void> {
    const cursor = this.#cursor
    await this.#deps.log.outbox.take({ cursor, bindings, rows })
    this.#kept = cursor
    this.#keptAt = this.#deps.clock()
  }

  #stretchAt(offset: number): Stretch {
    return this.#stretches.findLast(({ from }) => from <= offset) ?? NOBODY
  }

  /** Up to the place that is kept: what comes after it may have to be looked at once more. */
  #forgetStretches(): void {
    const current = this.#stretches.findLastIndex(({ from }) => from <= this.#kept + 1)
    if (current > 0) this.#stretches = this.#stretches.slice(current)
  }

  /** Until something is heard; a place that moved without a match is kept after a while. */
  async #idle(): Promise<void> {
    const heard = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    if (this.#stopped.signal.aborted || this.#heard.length > 0) return
    this.#idling = this.#cursor === this.#kept ? 'idle' : 'keeping'
    if (this.#idling === 'idle') return heard
    const later = new AbortController()
    const waited = setTimeout(this.#keepMs, 'kept' as const, { ref: false, signal: later.signal }).catch(
      () => undefined,
    )
    const woken = await Promise.race([heard, waited])
    later.abort()
    if (woken === 'kept' && this.#cursor > this.#kept) await this.#keep([], [])
  }
}

function waitedFor(triggers: CompiledTriggers): readonly EventType[] {
  return FLOW_EVENT_TYPES.filter((type) => triggers.byType(type).length > 0)
}

function tooDeepBecause(causes: Chain): string {
  return `flows set each other off ${causes.length} times in a row (${causes.join(' → ')}), so this was not done`
}
