import {
  type Draft,
  type SessionMeta,
  type SessionProcess,
  type SessionState,
  SignalboxError,
} from '@signalbox/protocol'
import type { Log, Published, WatchedSession } from '../log/log.js'
import { type ProcessProbe, sameStart } from './process-probe.js'

const SOURCE = { agent: 'signalbox', via: 'liveness' }
/** Told of a session with what lists show of it. */
const WITH_META: ReadonlySet<string> = new Set(['session_created', 'session_updated'])
const INTERVAL_MS = 2_000

export interface LivenessDeps {
  log: Pick<Log, 'commit' | 'snapshot' | 'onPublish'>
  probe: ProcessProbe
  /** The name of this machine: of processes elsewhere nothing can be said. */
  host: string
  report: (fault: unknown) => void
  intervalMs?: number
}

interface Living {
  tenantId: string
  process: SessionProcess
  /** It was not there when last looked for. Its own goodbye may be on the way. */
  missed: boolean
}

/**
 * Looks whether the agents that people started are still there, by process number and start time. One that is gone
 * twice in a row without a goodbye has ended: its turn is aborted, and nobody is asked any more.
 */
export class Liveness {
  readonly #deps: LivenessDeps
  readonly #living = new Map<string, Living>()
  readonly #timer: NodeJS.Timeout
  #checking: Promise<void> | undefined
  #closed = false

  constructor(deps: LivenessDeps) {
    this.#deps = deps
    deps.log.onPublish((events) => {
      if (!this.#closed) for (const event of events) this.#heard(event)
    })
    this.#timer = setInterval(() => void this.check(), deps.intervalMs ?? INTERVAL_MS).unref()
  }

  /** How many processes are looked after. */
  get size(): number {
    return this.#living.size
  }

  /** A session that was there before the gateway started; what was heard of it since counts more. */
  load({ sessionId, tenantId, process, watch }: WatchedSession): void {
    if (watch.origin === 'observed' && !this.#living.has(sessionId)) this.#watch(sessionId, tenantId, process)
  }

  /** Looks once. One look at a time. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .catch((error: unknown) => this.#deps.report(error))
      .finally(() => {
        this.#checking = undefined
      })
    return this.#checking
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    this.#living.clear()
    await this.#checking
  }

  #heard({ type, sessionId, tenantId, data }: Published): void {
    if (type === 'session_deleted') this.#living.delete(sessionId)
    if (!WITH_META.has(type)) return
    const { session } = JSON.parse(data) as { session: SessionMeta }
    if (session.origin !== 'observed') return
    if (session.status === 'inactive') this.#living.delete(sessionId)
    else this.#watch(sessionId, tenantId, session.process)
  }

  #watch(sessionId: string, tenantId: string, process: SessionProcess | undefined): void {
    const known = this.#living.get(sessionId)
    if (process?.host !== this.#deps.host) this.#living.delete(sessionId)
    else if (!known || !sameProcess(known.process, process))
      this.#living.set(sessionId, { tenantId, process, missed: false })
  }

  async #check(): Promise<void> {
    if (this.#living.size === 0) return
    const looked = [...this.#living]
    const started = await this.#deps.probe([...new Set(looked.map(([, { process }]) => process.pid))])
    if (!started) return
    for (const [sessionId, living] of looked) {
      if (this.#living.get(sessionId) !== living) continue
      if (isThere(living.process, started)) living.missed = false
      else if (!living.missed) living.missed = true
      else await this.#gone(sessionId, living)
    }
  }

  /** What the log cannot take now is found gone again at the next look. */
  async #gone(sessionId: string, { tenantId, process }: Living): Promise<void> {
    const { log } = this.#deps
    try {
      const state = await log.snapshot(sessionId)
      const now = state?.meta.process
      // Somebody took the session up again in another process meanwhile.
      if (!state || !now || !sameProcess(now, process)) return
      const drafts = goneDrafts(state)
      if (drafts.length > 0) await log.commit({ tenantId, session: { by: 'id', id: sessionId }, drafts })
      this.#living.delete(sessionId)
    } catch (error) {
      const { kind } = error instanceof SignalboxError ? error : { kind: undefined }
      if (kind === 'sessionNotFound') this.#living.delete(sessionId)
      else if (kind !== 'unavailable') throw error
    }
  }
}

function isThere({ pid, started }: SessionProcess, found: ReadonlyMap<number, string>): boolean {
  const start = found.get(pid)
  if (start === undefined) return false
  return started === undefined || started === '' || sameStart(started, start)
}

function sameProcess(a: SessionProcess, b: SessionProcess): boolean {
  return a.pid === b.pid && a.started === b.started && a.host === b.host
}

/** The end of a session whose agent is gone. */
function goneDrafts({ meta, turn, requests }: SessionState): Draft[] {
  if (meta.status === 'inactive') return []
  const closed = requests.map(({ requestId }): Draft => {
    return { type: 'request_closed', source: SOURCE, data: { requestId, reason: 'withdrawn' } }
  })
  const aborted: Draft[] = turn
    ? [
        {
          type: 'turn_complete',
          source: SOURCE,
          data: { finalText: '', stopReason: 'aborted' },
          ...(turn.nativeId === null ? {} : { nativeTurnId: turn.nativeId }),
        },
      ]
    : []
  const ended: Draft = {
    type: 'session_state',
    source: SOURCE,
    data: { state: 'inactive', reason: 'process_gone' },
  }
  return [...closed, ...aborted, ended]
}
