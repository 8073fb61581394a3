import type { Draft } from '@signalbox/protocol'
import type { Log, Published } from '../log/log.js'

const RETRY_MS = 10_000
/** Somebody answered, or deleted the session, in the same moment. */
const OVERTAKEN: ReadonlySet<unknown> = new Set(['requestResolved', 'requestNotFound', 'sessionNotFound'])
const ENDS: ReadonlySet<string> = new Set(['approval_resolved', 'question_resolved', 'request_closed'])
const ASKS: ReadonlySet<string> = new Set(['permission_requested', 'question_requested'])

interface Waiting {
  tenantId: string
  sessionId: string
  requestId: string
  expiresAt: number
}

export interface RequestExpiryDeps {
  log: Pick<Log, 'commit' | 'onPublish'>
  now(): number
  /** How long a request waits for a person; 0: for ever. */
  expireAfterMs: number
  report(fault: unknown): void
}

/** Closes requests nobody answered in time, so that the agent can go on. */
export class RequestExpiry {
  readonly #deps: RequestExpiryDeps
  readonly #waiting = new Map<string, Waiting>()
  readonly #retries = new Set<NodeJS.Timeout>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: RequestExpiryDeps) {
    this.#deps = deps
    if (deps.expireAfterMs === 0) return
    deps.log.onPublish((events) => {
      for (const event of events) this.#heard(event)
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const retry of this.#retries) clearTimeout(retry)
    this.#waiting.clear()
  }

  #heard({ type, data, ts, tenantId, sessionId }: Published): void {
    const asked = ASKS.has(type)
    if (!asked && !ENDS.has(type)) return
    const { requestId } = JSON.parse(data)
    if (asked) this.#await({ tenantId, sessionId, requestId, expiresAt: ts + this.#deps.expireAfterMs })
    else this.#waiting.delete(keyOf({ sessionId, requestId }))
  }

  #await(request: Waiting): void {
    this.#waiting.set(keyOf(request), request)
    if (this.#timer === undefined) this.#wake(request)
  }

  /** All wait equally long, so the first that was asked is the first to expire. */
  #wake({ expiresAt }: Waiting): void {
    const wait = Math.max(expiresAt - this.#deps.now(), 0)
    this.#timer = setTimeout(() => this.#expire(), wait).unref()
  }

  #expire(): void {
    this.#timer = undefined
    const now = this.#deps.now()
    for (const [key, request] of this.#waiting) {
      if (request.expiresAt > now) {
        this.#wake(request)
        return
      }
      this.#waiting.delete(key)
      void this.#close(request)
    }
  }

  /** As a command: an answer that came first stands. What the log cannot take now is tried again. */
  async #close(request: Waiting): Promise<void> {
    const { tenantId, sessionId, requestId } = request
    const source = { agent: 'signalbox', via: 'expiry' }
    const closed: Draft = { type: 'request_closed', source, data: { requestId, reason: 'expired' } }
    try {
      const session = { by: 'id', id: sessionId } as const
      await this.#deps.log.commit({ tenantId, session, drafts: [closed], command: true })
    } catch (error) {
      const { kind } = error as { kind?: unknown }
      if (kind === 'unavailable') this.#again(request)
      else if (!OVERTAKEN.has(kind)) this.#deps.report(error)
    }
  }

  #again(request: Waiting): void {
    const retry = setTimeout(() => {
      this.#retries.delete(retry)
      void this.#close(request)
    }, RETRY_MS).unref()
    this.#retries.add(retry)
  }
}

function keyOf({ sessionId, requestId }: Pick<Waiting, 'sessionId' | 'requestId'>): string {
  return `${sessionId} ${requestId}`
}
