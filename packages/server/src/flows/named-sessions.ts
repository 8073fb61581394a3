import type { SessionMeta } from '@signalbox/protocol'
import { type SessionNames, sessionNames } from '@signalbox/protocol/flow'
import type { Log, Published } from '../log/log.js'
import { BoundedMap } from './bounded-map.js'

/** What a session is called, as far as flows care. */
export type NamedSession = Pick<SessionMeta, 'id' | 'aliases' | 'name'> & { names: SessionNames }

const MAX_SESSIONS = 5_000

/** The names of sessions flows have to do with: read once, and again when something published has changed them. */
export class NamedSessions {
  readonly #reader: Pick<Log['reader'], 'session'>
  readonly #known = new BoundedMap<string, NamedSession>(MAX_SESSIONS)
  /** Rises with every change, so that what was read before one is not kept after it. */
  #changes = 0

  constructor(log: Pick<Log, 'reader' | 'onPublish'>) {
    this.#reader = log.reader
    log.onPublish((events) => {
      for (const event of events) this.#hear(event)
    })
  }

  /** What is known of it now. */
  known(sessionId: string): NamedSession | undefined {
    return this.#known.get(sessionId)
  }

  /** A session that is gone answers to its uuid alone. */
  async find(sessionId: string): Promise<NamedSession> {
    const known = this.#known.get(sessionId)
    if (known) return known
    const before = this.#changes
    const meta = await this.#reader.session(sessionId)
    if (!meta) return { id: sessionId, aliases: [], name: null, names: [sessionId] }
    const { id, aliases, name } = meta
    const named: NamedSession = { id, aliases, name, names: sessionNames(meta) }
    if (before === this.#changes) this.#known.set(sessionId, named)
    return named
  }

  #hear({ type, sessionId }: Published): void {
    if (type !== 'session_updated' && type !== 'session_deleted') return
    this.#changes += 1
    this.#known.delete(sessionId)
  }
}
