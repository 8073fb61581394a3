import { type FSWatcher, watch } from 'node:fs'
import { type Draft, SignalboxError } from '@signalbox/protocol'
import type { HeardHook } from '../../ingest/hooks/hook-intake.js'
import type { Log, Published } from '../../log/log.js'
import { FollowedSession } from './followed-session.js'
import { PendingCommands, type ProcessTree } from './pending-commands.js'
import { subagentPath, transcriptPath } from './transcript-path.js'

const SOURCE = { agent: 'claude', via: 'process' }
const POLL_MS = 250
/** Where the system tells of changes, it is looked only at every so many polls. */
const SELDOM = 8
/** What a turn has used is told so often while it runs. */
const USAGE_MS = 5_000
/** The last lines of a turn are written shortly after its end was told. */
const LINGER_MS = 2_000
const MAX_SESSIONS = 4_096
/** Somebody answered, or deleted the session, in the same moment. */
const OVERTAKEN: ReadonlySet<unknown> = new Set(['requestResolved', 'requestNotFound', 'sessionNotFound'])

export interface TranscriptTailDeps {
  log: Pick<Log, 'commit' | 'snapshot' | 'onPublish'>
  host: string
  now: () => number
  report: (fault: unknown) => void
  pollMs?: number
  usageMs?: number
  tree?: ProcessTree
}

/** What is kept of a session beside what it reads. */
interface Following {
  session: FollowedSession
  watcher: FSWatcher | undefined
  /** Drafts the log has not taken yet. */
  unsaid: Draft[]
  /** When the use of the turn was last told. */
  usageAt: number
  busy: boolean
  /** Something was told of the file meanwhile. */
  again: boolean
}

/**
 * Reads the transcripts of the sessions of Claude Code whose hooks say where they are, while a turn is open or a
 * person is asked, for what no hook tells.
 */
export class TranscriptTail {
  readonly #deps: TranscriptTailDeps
  readonly #sessions = new Map<string, Following>()
  /** Sessions whose state is being asked for, and what was published of them meanwhile. */
  readonly #starting = new Map<string, Published[]>()
  readonly #commands: PendingCommands
  #timer: NodeJS.Timeout | undefined
  #polls = 0
  #closed = false

  constructor(deps: TranscriptTailDeps) {
    this.#deps = deps
    this.#commands = new PendingCommands(deps.tree)
    deps.log.onPublish((events) => {
      for (const event of events) this.#hear(event)
    })
  }

  /** How many files are read just now. */
  get size(): number {
    return this.#timer ? this.#worth().length : 0
  }

  /** A hook says where the transcript of its session is. */
  onHook(heard: HeardHook): void {
    const { sessionId, payload } = heard
    const path = payload.agent === 'claude' ? transcriptPath(payload.text('transcript_path')) : undefined
    if (path === undefined || this.#closed) return
    const known = this.#sessions.get(sessionId)
    if (known?.session.path !== path) void this.#start(heard, path)
    else this.#followSubagent(known.session, heard)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    for (const { watcher } of this.#sessions.values()) watcher?.close()
    this.#sessions.clear()
  }

  async #start(heard: HeardHook, path: string): Promise<void> {
    const { tenantId, sessionId, payload } = heard
    if (this.#starting.has(sessionId)) return
    const meanwhile: Published[] = []
    this.#starting.set(sessionId, meanwhile)
    try {
      const state = await this.#deps.log.snapshot(sessionId)
      if (!state || this.#closed || state.meta.origin !== 'observed' || state.ended) return
      this.#forget(sessionId)
      const { host } = this.#deps
      const { session: native, turn } = payload
      const options = { sessionId, tenantId, native, path, turn, state, host, commands: this.#commands }
      const session = new FollowedSession(options)
      for (const event of meanwhile) if (event.seq > state.seq) session.hear(event, this.#deps.now())
      this.#sessions.set(sessionId, {
        session,
        watcher: undefined,
        unsaid: [],
        usageAt: 0,
        busy: false,
        again: false,
      })
      this.#followSubagent(session, heard)
      this.#makeRoom()
      this.#wake()
    } catch (error) {
      if (!isUnavailable(error)) this.#deps.report(error)
    } finally {
      this.#starting.delete(sessionId)
    }
  }

  #followSubagent(session: FollowedSession, { payload }: HeardHook): void {
    if (payload.nativeType !== 'PermissionRequest') return
    const path = subagentPath(session.path, payload.text('agent_id'))
    if (path !== undefined) session.followSubagent(path)
  }

  #hear(event: Published): void {
    this.#starting.get(event.sessionId)?.push(event)
    const following = this.#sessions.get(event.sessionId)
    if (!following) return
    following.session.hear(event, this.#deps.now())
    if (following.session.isWorth(this.#deps.now(), LINGER_MS)) this.#wake()
  }

  #worth(): [string, Following][] {
    const now = this.#deps.now()
    return [...this.#sessions].filter(
      ([, { session, unsaid }]) => unsaid.length > 0 || session.isWorth(now, LINGER_MS),
    )
  }

  /** Reads on until nothing is worth it. */
  #wake(): void {
    if (this.#timer || this.#closed) return
    this.#timer = setInterval(() => this.#poll(), this.#deps.pollMs ?? POLL_MS).unref()
  }

  #poll(): void {
    const worth = new Map(this.#worth())
    this.#polls += 1
    for (const [sessionId, following] of this.#sessions) {
      if (worth.has(sessionId)) {
        if (this.#isDue(following)) void this.#read(sessionId, following)
        this.#listen(sessionId, following)
      } else {
        following.watcher?.close()
        following.watcher = undefined
        if (following.session.ended) this.#forget(sessionId)
      }
    }
    if (this.#commands.size > 0) this.#tellStarted()
    if (worth.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Whether it is time to look, though the system may tell of changes. */
  #isDue({ watcher, session, unsaid }: Following): boolean {
    return !watcher || session.hasOthers || unsaid.length > 0 || this.#polls % SELDOM === 0
  }

  /** Hears of a change at once where the system tells; else it is seen at the next look. */
  #listen(sessionId: string, following: Following): void {
    if (following.watcher || !following.session.isThere) return
    try {
      const watcher = watch(following.session.path, { persistent: false })
      const stop = () => {
        watcher.close()
        if (following.watcher === watcher) following.watcher = undefined
      }
      watcher.on('error', stop)
      watcher.on('change', (what) => {
        // It is another file by now, or none.
        if (what === 'rename') stop()
        void this.#read(sessionId, following)
      })
      following.watcher = watcher
    } catch {
      // The file is gone again, or the system has no more watches to give.
    }
  }

  async #read(sessionId: string, following: Following): Promise<void> {
    if (this.#closed) return
    if (following.busy) {
      following.again = true
      return
    }
    following.busy = true
    following.again = false
    try {
      following.unsaid = withLatestUsage([...following.unsaid, ...following.session.read()])
      if (this.#isTime(following)) await this.#say(sessionId, following)
    } catch (error) {
      const { kind } = error as { kind?: unknown }
      if (kind === 'sessionNotFound') this.#forget(sessionId)
      else if (kind !== 'unavailable') {
        following.unsaid = []
        this.#deps.report(error)
      }
    } finally {
      following.busy = false
      if (following.again) void this.#read(sessionId, following)
    }
  }

  /** Whether there is something to say now: what a running turn has used may wait. */
  #isTime({ session, unsaid, usageAt }: Following): boolean {
    if (unsaid.length === 0) return false
    const urgent = !session.isRunning || unsaid.some(({ type }) => type !== 'usage_update')
    return urgent || this.#deps.now() >= usageAt + (this.#deps.usageMs ?? USAGE_MS)
  }

  /** What the log does not take now is said with what comes next. */
  async #say(sessionId: string, following: Following): Promise<void> {
    const { log } = this.#deps
    const drafts = [...following.unsaid]
    if (drafts.some(({ type }) => type === 'usage_update')) following.usageAt = this.#deps.now()
    const { tenantId } = following.session
    await log.commit({
      tenantId,
      session: { by: 'id', id: sessionId },
      drafts,
      separate: true,
      ...(drafts.every(({ type }) => type === 'usage_update') ? { patient: true } : {}),
    })
    following.unsaid = following.unsaid.slice(drafts.length)
  }

  /** Commands that run were allowed in the pane. */
  #tellStarted(): void {
    for (const { sessionId, requestId } of this.#commands.started()) {
      const following = this.#sessions.get(sessionId)
      this.#commands.ended(sessionId, requestId)
      if (following) void this.#closeRequest(sessionId, following.session.tenantId, requestId)
    }
  }

  /** As a command: an answer that came first stands. */
  async #closeRequest(sessionId: string, tenantId: string, requestId: string): Promise<void> {
    const data = { requestId, reason: 'resolved_elsewhere' }
    const drafts: Draft[] = [{ type: 'request_closed', source: SOURCE, data }]
    try {
      await this.#deps.log.commit({ tenantId, session: { by: 'id', id: sessionId }, drafts, command: true })
    } catch (error) {
      const { kind } = error as { kind?: unknown }
      if (!OVERTAKEN.has(kind) && kind !== 'unavailable') this.#deps.report(error)
    }
  }

  #makeRoom(): void {
    for (const [sessionId, { session }] of this.#sessions) {
      if (this.#sessions.size <= MAX_SESSIONS) return
      if (!session.isWorth(this.#deps.now(), LINGER_MS)) this.#forget(sessionId)
    }
  }

  #forget(sessionId: string): void {
    const following = this.#sessions.get(sessionId)
    following?.watcher?.close()
    following?.session.forget()
    this.#sessions.delete(sessionId)
  }
}

/** Each tells a turn so far: of those that wait, the last of a turn says it all. */
function withLatestUsage(drafts: Draft[]): Draft[] {
  if (drafts.length < 2) return drafts
  const last = new Map(
    drafts.flatMap((draft) => (draft.type === 'usage_update' ? [[draft.nativeTurnId, draft]] : [])),
  )
  return drafts.filter((draft) => draft.type !== 'usage_update' || last.get(draft.nativeTurnId) === draft)
}

function isUnavailable(error: unknown): boolean {
  return error instanceof SignalboxError && error.kind === 'unavailable'
}
