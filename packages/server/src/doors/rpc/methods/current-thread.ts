import type { Log } from '../../../log/log.js'

const KIND = 'rpc'
const ID = 'current_thread'

type CurrentLog = Pick<Log, 'records' | 'reader' | 'onPublish'>

/** The thread that was last started or resumed over this door. Kept: it is the same after a restart. */
export class CurrentThread {
  readonly #log: CurrentLog
  readonly tenantId: string
  #sessionId: string | undefined

  private constructor(log: CurrentLog, tenantId: string, sessionId: string | undefined) {
    this.#log = log
    this.tenantId = tenantId
    this.#sessionId = sessionId
    log.onPublish((events) => {
      for (const { type, sessionId } of events) {
        if (type === 'session_deleted' && sessionId === this.#sessionId) this.#sessionId = undefined
      }
    })
  }

  static async load(log: CurrentLog, tenantId: string): Promise<CurrentThread> {
    const kept = (await log.records.list(KIND, tenantId)).find(({ id }) => id === ID)
    const sessionId = kept?.value.sessionId
    // It may have been deleted by a process that went before it could say so here.
    const session = typeof sessionId === 'string' ? await log.reader.session(sessionId) : undefined
    return new CurrentThread(log, tenantId, session?.id)
  }

  get sessionId(): string | undefined {
    return this.#sessionId
  }

  /** From here on it is this one. */
  async set(sessionId: string): Promise<void> {
    if (this.#sessionId === sessionId) return
    this.#sessionId = sessionId
    await this.#log.records.put({ kind: KIND, tenantId: this.tenantId, id: ID, value: { sessionId } })
  }
}
