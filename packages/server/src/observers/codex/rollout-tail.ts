import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Draft } from '@signalbox/protocol'
import { type RolloutPlace, rolloutLine, rolloutTold } from '../../ingest/codex-rollout.js'
import type { Log, Published } from '../../log/log.js'
import type { Journal } from '../../telemetry/journal.js'
import { readRollout } from './rollout-file.js'
import { changedRollouts, rolloutOf, timeOf } from './rollout-files.js'

export interface RolloutTailOptions {
  log: Log
  journal: Journal
  tenantId: string
  home: string
  now: () => number
  /** Whether a thread is heard of from its app-server: then its file has nothing to add. */
  attached: (thread: string) => boolean
  pollMs?: number
}

/** How far a file is read. */
interface Cursor {
  path: string
  position: number
  ordinal: number
}

interface Followed extends Cursor {
  place: RolloutPlace
  /** Turns before this one are over: what is not known of them is not told now. */
  fromTurn: string
  busy: boolean
  done: boolean
  /** How long the file was when it was last looked at. */
  size: number
}

const KIND = 'codex_rollout'
/** The record that says until when a gateway was there to see. */
const PRESENT = 'present'
const POLL_MS = 300
const PRESENT_MS = 60_000
/** What is older is not told after the fact. */
const LATE_MS = 24 * 3600_000
/** Of a file nothing is known of, so much of its end is read: while a turn runs, and for what was missed. */
const LOOK_BACK = 1024 * 1024
const MISSED_BYTES = 16 * 1024 * 1024
const MAX_DRAFTS = 200
const FILE_WAITS_MS = [100, 400, 1500]

/**
 * The rollout files of Codex: what happened while no gateway was there is told from them after the fact, and while a turn
 * runs that nobody else tells of, how it ends: hooks say nothing of turns that are stopped or fail.
 */
export class RolloutTail {
  readonly #options: RolloutTailOptions
  readonly #followed = new Map<string, Followed>()
  /** Threads by session, of those that are followed. */
  readonly #threads = new Map<string, string>()
  readonly #cursors = new Map<string, Cursor>()
  #polling: NodeJS.Timeout | undefined
  #presence: NodeJS.Timeout | undefined
  #starting: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: RolloutTailOptions) {
    this.#options = options
    options.log.onPublish((events) => {
      for (const event of events) if (event.source.agent === 'codex') this.#heard(event)
    })
  }

  /** Tells what was missed, then goes on. */
  start(): Promise<void> {
    this.#starting = this.#catchUp().catch((error: unknown) => this.#complain(error))
    this.#presence = setInterval(() => void this.#noteAll(), PRESENT_MS).unref()
    return this.#starting
  }

  /** A turn of this thread ended and nobody said how. */
  async endedUnseen(thread: string): Promise<void> {
    await this.#endedUnseen(thread).catch((error: unknown) => this.#complain(error))
  }

  async #endedUnseen(thread: string): Promise<void> {
    const { log, tenantId } = this.#options
    const sessionId = await log.reader.resolve(tenantId, thread)
    const turn = sessionId === undefined ? undefined : (await log.snapshot(sessionId))?.turn?.nativeId
    if (!turn) return
    const followed = await this.#follow(thread, turn)
    if (followed) await this.#read(thread, followed)
    if (followed?.done) this.#forget(thread)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#polling)
    clearInterval(this.#presence)
    await this.#starting
    await this.#noteAll()
  }

  async #catchUp(): Promise<void> {
    const { log, tenantId, home, now } = this.#options
    const records = await log.records.list(KIND, tenantId)
    const present = records.find(({ id }) => id === PRESENT)?.value.at
    for (const { id, value } of records) {
      const { path, position, ordinal } = value
      if (typeof path !== 'string' || typeof position !== 'number' || typeof ordinal !== 'number') continue
      const changedAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      if (changedAt < now() - LATE_MS) await log.records.remove(KIND, tenantId, id)
      else this.#cursors.set(id, { path, position, ordinal })
    }
    const changed = await changedRollouts(home, now() - LATE_MS, now())
    // A thread of another day that goes on is written to where it began.
    const others = [...this.#cursors].filter(([thread]) => !changed.some((one) => one.thread === thread))
    const files = [...others.map(([thread, { path }]) => ({ thread, path })), ...changed]
    for (const { thread, path } of files) {
      if (this.#closed) return
      const known = await this.#sessionOf(thread)
      // Of threads nobody knows, those that began while no gateway was there.
      const missed = typeof present === 'number' && (timeOf(thread) ?? 0) > present
      if (known === 'driven' || (known === undefined && !missed)) continue
      await this.#tellMissed(thread, path, known?.createdAt)
    }
    if (typeof present === 'number' || this.#cursors.size > 0) await this.#notePresent()
  }

  async #tellMissed(thread: string, path: string, knownSince: number | undefined): Promise<void> {
    const { log, now } = this.#options
    const cursor = this.#cursors.get(thread) ?? (await nearEnd(path, MISSED_BYTES))
    const since = Math.max(now() - LATE_MS, knownSince ?? 0)
    const followed = started(thread, { ...cursor, path }, '')
    await this.#tellFrom(thread, followed, (drafts) =>
      drafts
        .filter(({ type, occurredAt = 0 }) => type !== 'approval_resolved' && occurredAt >= since)
        .map((draft) => ({ ...draft, late: true })),
    )
    await this.#note(thread, followed)
    const known = await this.#sessionOf(thread)
    if (!known || known === 'driven') return
    const turn = (await log.snapshot(known.id))?.turn?.nativeId
    if (turn) await this.#follow(thread, turn, known.id)
  }

  #heard({ type, sessionId, source, data }: Published): void {
    if (type === 'turn_started' && source.via !== 'rollout') void this.#begin(sessionId, source.nativeId)
    const over =
      type === 'turn_complete' ||
      type === 'turn_error' ||
      (type === 'session_state' && data.includes('"inactive"'))
    const thread = over ? this.#threads.get(sessionId) : undefined
    if (thread !== undefined) this.#forget(thread)
  }

  async #begin(sessionId: string, turn: string | undefined): Promise<void> {
    if (turn === undefined || this.#closed) return
    try {
      const meta = await this.#options.log.reader.session(sessionId)
      const thread = meta?.aliases.find(({ namespace }) => namespace === 'codex')?.id
      if (meta?.origin !== 'observed' || thread === undefined) return
      // The file of a new thread comes with its first turn, a moment later than hooks tell of it.
      for (const ms of [0, ...FILE_WAITS_MS]) {
        if (ms > 0) await sleep(ms, undefined, { ref: false })
        if (await this.#follow(thread, turn, sessionId)) return
      }
    } catch (error) {
      this.#complain(error)
    }
  }

  async #follow(thread: string, turn: string, sessionId?: string): Promise<Followed | undefined> {
    const known = this.#followed.get(thread)
    if (known) {
      known.fromTurn = turn
      known.done = false
      return known
    }
    const path = this.#cursors.get(thread)?.path ?? (await rolloutOf(this.#options.home, thread))
    if (path === undefined || this.#closed) return undefined
    const cursor = this.#cursors.get(thread) ?? (await nearEnd(path, LOOK_BACK))
    const followed = started(thread, cursor, turn)
    this.#followed.set(thread, followed)
    if (sessionId !== undefined) this.#threads.set(sessionId, thread)
    this.#poll()
    return followed
  }

  #forget(thread: string): void {
    const followed = this.#followed.get(thread)
    if (!followed) return
    this.#followed.delete(thread)
    for (const [sessionId, one] of this.#threads) if (one === thread) this.#threads.delete(sessionId)
    void this.#note(thread, followed)
  }

  #poll(): void {
    this.#polling ??= setTimeout(() => {
      this.#polling = undefined
      for (const [thread, followed] of this.#followed) {
        if (!this.#options.attached(thread) && hasGrown(followed)) void this.#read(thread, followed)
      }
      if (this.#followed.size > 0 && !this.#closed) this.#poll()
    }, this.#options.pollMs ?? POLL_MS).unref()
  }

  async #read(thread: string, followed: Followed): Promise<void> {
    if (followed.busy) return
    followed.busy = true
    try {
      await this.#tellFrom(thread, followed, (drafts) =>
        drafts.filter(({ nativeTurnId = '' }) => nativeTurnId >= followed.fromTurn),
      )
    } catch (error) {
      // It is tried again, whether the file grows or not.
      followed.size = -1
      this.#complain(error)
    } finally {
      followed.busy = false
    }
  }

  async #tellFrom(thread: string, followed: Followed, choose: (drafts: Draft[]) => Draft[]): Promise<void> {
    for (let more = true; more && !this.#closed; ) {
      const chunk = await readRollout(followed.path, followed.position)
      const drafts: Draft[] = []
      let { ordinal, place } = followed
      for (const text of chunk.lines) {
        const line = rolloutLine(text)
        if (!line || (line.ordinal !== undefined && line.ordinal <= ordinal)) continue
        ordinal = line.ordinal ?? ordinal
        const told = rolloutTold(place, line)
        place = told.place
        drafts.push(...choose(told.drafts))
      }
      for (let from = 0; from < drafts.length; from += MAX_DRAFTS) {
        await this.#commit(thread, drafts.slice(from, from + MAX_DRAFTS))
      }
      if (drafts.some(({ type }) => type === 'turn_complete' || type === 'turn_error')) followed.done = true
      Object.assign(followed, { position: chunk.position, ordinal, place })
      more = chunk.more
    }
  }

  async #commit(thread: string, drafts: Draft[]): Promise<void> {
    const { log, tenantId } = this.#options
    const create = { name: null, agentType: 'codex', origin: 'observed', cwd: null } as const
    const alias = { namespace: 'codex', id: thread }
    await log.commit({ tenantId, session: { by: 'alias', alias, create }, drafts, separate: true })
  }

  async #sessionOf(thread: string): Promise<{ id: string; createdAt: number } | 'driven' | undefined> {
    const { log, tenantId } = this.#options
    const id = await log.reader.resolve(tenantId, thread)
    const meta = id === undefined ? undefined : await log.reader.session(id)
    if (!meta) return undefined
    return meta.origin === 'driven' ? 'driven' : { id: meta.id, createdAt: meta.createdAt }
  }

  async #note(thread: string, { path, position, ordinal }: Cursor): Promise<void> {
    const { log, tenantId } = this.#options
    const known = this.#cursors.get(thread)
    if (known?.position === position && known.ordinal === ordinal) return
    this.#cursors.set(thread, { path, position, ordinal })
    await log.records
      .put({ kind: KIND, tenantId, id: thread, value: { path, position, ordinal } })
      .catch(() => undefined)
  }

  async #noteAll(): Promise<void> {
    for (const [thread, followed] of this.#followed) await this.#note(thread, followed)
    if (this.#cursors.size > 0) await this.#notePresent()
  }

  async #notePresent(): Promise<void> {
    const { log, tenantId, now } = this.#options
    await log.records.put({ kind: KIND, tenantId, id: PRESENT, value: { at: now() } }).catch(() => undefined)
  }

  #complain(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error)
    if (!this.#closed) this.#options.journal.warn('a rollout file of Codex could not be told', { problem })
  }
}

function started(thread: string, cursor: Cursor, fromTurn: string): Followed {
  return { ...cursor, place: { thread, turn: undefined }, fromTurn, busy: false, done: false, size: -1 }
}

/** Of a file nothing is known of; a line that is cut in two is no line. */
async function nearEnd(path: string, bytes: number): Promise<Cursor> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  return { path, position: Math.max(0, size - bytes), ordinal: -1 }
}

/** Looking costs some microseconds, reading a hundred times that: most files have nothing new. */
function hasGrown(followed: Followed): boolean {
  const size = sizeOf(followed.path)
  if (size === followed.size || followed.busy) return false
  followed.size = size
  return true
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
