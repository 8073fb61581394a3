import { type Alias, durablePart } from '@signalbox/protocol'
import type { LoadedSession, WriteStore } from './sqlite/write-store.js'

const MAX_SESSIONS = 2000
const MAX_ALIASES = 20_000

/**
 * What the disk does not know yet of a session. `head`: its position alone, which the events tell too, so it can wait.
 * `position`: it must be written with this group. `state`: the folded state has changed as well.
 */
export type Unsaved = 'head' | 'position' | 'state'

const RANK: Record<Unsaved, number> = { head: 0, position: 1, state: 2 }
const HEADS_EVERY_MS = 1000

/**
 * The sessions the writer has in memory. A group changes them in place; when the disk refuses the group, every session
 * it touched is forgotten and read again when next asked for.
 */
export class SessionCache {
  readonly #store: WriteStore
  readonly #sessions = new Map<string, LoadedSession>()
  readonly #aliases = new Map<string, string>()
  readonly #unsaved = new Map<LoadedSession, Unsaved>()
  readonly #touched = new Set<LoadedSession>()
  readonly #bound = new Set<string>()
  readonly #saved = new Set<LoadedSession>()
  #headsSavedAt = 0

  constructor(store: WriteStore) {
    this.#store = store
  }

  find(id: string): LoadedSession | undefined {
    const held = this.#sessions.get(id)
    if (held) return held
    const loaded = this.#store.loadSession(id)
    if (loaded) this.#sessions.set(id, loaded)
    return loaded
  }

  add(session: LoadedSession): void {
    this.#sessions.set(session.state.meta.id, session)
    this.change(session, 'state')
  }

  /** To be called after every change. */
  change(session: LoadedSession, unsaved: Unsaved): void {
    this.#touched.add(session)
    const before = this.#unsaved.get(session)
    if (before === undefined || RANK[before] < RANK[unsaved]) this.#unsaved.set(session, unsaved)
  }

  remove(session: LoadedSession): void {
    this.#sessions.delete(session.state.meta.id)
    this.#unsaved.delete(session)
    this.#touched.delete(session)
    this.#aliases.clear()
  }

  aliasOwner(tenantId: string, alias: Alias): string | undefined {
    const key = aliasKey(tenantId, alias)
    const held = this.#aliases.get(key)
    if (held !== undefined) return held
    const owner = this.#store.aliasOwner(tenantId, alias)
    if (owner !== undefined) this.#holdAlias(key, owner)
    return owner
  }

  bind(tenantId: string, alias: Alias, sessionId: string): void {
    const key = aliasKey(tenantId, alias)
    this.#bound.add(key)
    this.#holdAlias(key, sessionId)
  }

  /** Writes what changed, if the group writes at all: a group of ephemeral events alone costs no transaction. */
  save(now: number): void {
    if (!this.#store.inTransaction()) return
    const allHeads = now - this.#headsSavedAt >= HEADS_EVERY_MS
    if (allHeads) this.#headsSavedAt = now
    for (const [session, unsaved] of this.#unsaved) {
      if (unsaved === 'head' && !allHeads) continue
      this.#store.saveHead(session)
      if (unsaved === 'state') this.#store.saveState(session.key, durablePart(session.state))
      this.#saved.add(session)
    }
  }

  /** The group is on disk. */
  keep(): void {
    for (const session of this.#saved) this.#unsaved.delete(session)
    this.#saved.clear()
    this.#touched.clear()
    this.#bound.clear()
    this.#evict()
  }

  /** The group is not on disk: what it changed never happened. */
  forget(): void {
    for (const session of this.#touched) {
      this.#sessions.delete(session.state.meta.id)
      this.#unsaved.delete(session)
    }
    for (const key of this.#bound) this.#aliases.delete(key)
    this.#saved.clear()
    this.#touched.clear()
    this.#bound.clear()
  }

  /** Gives numbers back that were reserved and not used; true when there is something to write. For an orderly close. */
  release(): boolean {
    for (const session of this.#sessions.values()) {
      if (session.reserved <= session.state.seq) continue
      session.reserved = session.state.seq
      this.change(session, 'position')
    }
    return this.#unsaved.size > 0
  }

  #holdAlias(key: string, sessionId: string): void {
    if (this.#aliases.size >= MAX_ALIASES) this.#aliases.clear()
    this.#aliases.set(key, sessionId)
  }

  /** Sessions in the middle of a turn stay: the text of the turn is nowhere else. */
  #evict(): void {
    let surplus = this.#sessions.size - MAX_SESSIONS
    if (surplus <= 0) return
    for (const [id, session] of this.#sessions) {
      if (session.state.turn || this.#unsaved.has(session)) continue
      this.#sessions.delete(id)
      if (--surplus <= 0) return
    }
  }
}

function aliasKey(tenantId: string, alias: Alias): string {
  return `${tenantId}\0${alias.namespace}\0${alias.id}`
}
