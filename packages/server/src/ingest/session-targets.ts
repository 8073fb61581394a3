import { clean } from '@signalbox/protocol/clean'
import type { LogReader, NewSession, SessionRef } from '../log/log.js'

const MAX_KNOWN = 20_000

/** The session an id means, and whether that is the id notify clients know it by. */
export interface SessionTarget {
  session: SessionRef
  usual: boolean
}

/**
 * Which session an id in a notify envelope means: a uuid, a `thread_` uuid or any other name of a known session, else
 * the name of one in the namespace `notify`, which the log makes when it is new. The reading thread is asked the first
 * time an id turns up; afterwards the answer is at hand, because every event passes here.
 */
export class SessionTargets {
  readonly #reader: Pick<LogReader, 'resolve' | 'session'>
  readonly #create: boolean
  readonly #known = new Map<string, SessionTarget>()

  /** Without `create` an unknown id has no target. */
  constructor(reader: Pick<LogReader, 'resolve' | 'session'>, create: boolean) {
    this.#reader = reader
    this.#create = create
  }

  known(tenantId: string, id: string): SessionTarget | undefined {
    return this.#known.get(keyOf(tenantId, id))
  }

  async find(tenantId: string, id: string): Promise<SessionTarget | undefined> {
    const uuid = await this.#reader.resolve(tenantId, id)
    if (uuid !== undefined) {
      const usual = await this.#isUsual(uuid, id)
      return this.#remember(keyOf(tenantId, id), { session: { by: 'id', id: uuid }, usual })
    }
    if (!this.#create) return undefined
    // An id is a person's word: only what a terminal would act on is taken out of it.
    const name = clean(id, { origin: { kind: 'human' } }).text
    const create: NewSession = { name, agentType: 'unknown', origin: 'observed', cwd: null }
    const alias = { namespace: 'notify', id }
    return this.#remember(keyOf(tenantId, id), { session: { by: 'alias', alias, create }, usual: true })
  }

  /** The log has found or made the session behind an id: from now on it is meant directly, which is less to send. */
  learn(tenantId: string, id: string, uuid: string): void {
    this.#remember(keyOf(tenantId, id), { session: { by: 'id', id: uuid }, usual: true })
  }

  /** To be called when a target turned out to be gone. */
  forget(tenantId: string, id: string): void {
    this.#known.delete(keyOf(tenantId, id))
  }

  async #isUsual(uuid: string, id: string): Promise<boolean> {
    const { aliases = [] } = (await this.#reader.session(uuid)) ?? {}
    return aliases.find(({ namespace }) => namespace === 'notify')?.id === id
  }

  #remember(key: string, target: SessionTarget): SessionTarget {
    if (this.#known.size >= MAX_KNOWN && !this.#known.has(key)) {
      const [oldest] = this.#known.keys()
      if (oldest !== undefined) this.#known.delete(oldest)
    }
    this.#known.set(key, target)
    return target
  }
}

function keyOf(tenantId: string, id: string): string {
  return `${tenantId}\0${id}`
}
