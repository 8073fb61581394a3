import { SignalboxError } from '@signalbox/protocol'
import type { Records } from '../log/log.js'

/** A session that is told when another needs somebody or is done. */
export interface Listener {
  /** The session that is listened to. */
  target: string
  /** The session that is told. */
  listener: string
  since: number
  /** The number of the last event of the target it was told of, or need not be. */
  edge: number
}

const KIND = 'listener'
/** More to one session is a mistake, or a flood. */
const MAX_PER_TARGET = 50

export interface ListenersDeps {
  records: Records
  tenantId: string
  now: () => number
}

/** Who listens to whom, one of a pair; kept in the log. */
export class Listeners {
  readonly #deps: ListenersDeps
  readonly #byTarget = new Map<string, Map<string, Listener>>()

  private constructor(deps: ListenersDeps) {
    this.#deps = deps
  }

  static async load(deps: ListenersDeps): Promise<Listeners> {
    const listeners = new Listeners(deps)
    for (const { value } of await deps.records.list(KIND, deps.tenantId)) {
      listeners.#hold(value as unknown as Listener)
    }
    return listeners
  }

  all(): Listener[] {
    return [...this.#byTarget.values()].flatMap((held) => [...held.values()])
  }

  of(target: string): Listener[] {
    return [...(this.#byTarget.get(target)?.values() ?? [])]
  }

  /** The one that is there already, or a new one that is told of what comes after `edge`. */
  async add(target: string, listener: string, edge: number): Promise<Listener> {
    const held = this.#byTarget.get(target)
    const known = held?.get(listener)
    if (known) return known
    if (target === listener) throw refused('a session cannot listen to itself')
    if ((held?.size ?? 0) >= MAX_PER_TARGET) {
      throw refused(`at most ${MAX_PER_TARGET} sessions can listen to one`)
    }
    const added: Listener = { target, listener, since: this.#deps.now(), edge }
    await this.#put(added)
    return added
  }

  /** From now on what came up to `edge` is told. Before it is, so that nothing is ever told twice. */
  async told(listener: Listener, edge: number): Promise<void> {
    if (this.#byTarget.get(listener.target)?.get(listener.listener)) await this.#put({ ...listener, edge })
  }

  async remove(target: string, listener: string): Promise<boolean> {
    const held = this.#byTarget.get(target)
    if (!held?.delete(listener)) return false
    if (held.size === 0) this.#byTarget.delete(target)
    const { records, tenantId } = this.#deps
    return records.remove(KIND, tenantId, idOf(target, listener))
  }

  /** A session is no more: it neither tells nor is told. */
  async forget(sessionId: string): Promise<void> {
    const gone = this.all().filter(({ target, listener }) => target === sessionId || listener === sessionId)
    await Promise.all(gone.map(({ target, listener }) => this.remove(target, listener)))
  }

  async #put(entry: Listener): Promise<void> {
    const { records, tenantId } = this.#deps
    const id = idOf(entry.target, entry.listener)
    await records.put({ kind: KIND, tenantId, id, value: { ...entry } })
    this.#hold(entry)
  }

  #hold(entry: Listener): void {
    const held = this.#byTarget.get(entry.target) ?? new Map<string, Listener>()
    held.set(entry.listener, entry)
    this.#byTarget.set(entry.target, held)
  }
}

function idOf(target: string, listener: string): string {
  return `${target}:${listener}`
}

function refused(message: string): SignalboxError {
  return new SignalboxError('invalidMessage', message, { field: 'listener' })
}
