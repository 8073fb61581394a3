import type { WatchEntry } from '@signalbox/protocol'
import type { Subscriber } from '../hub/subscriber.js'
import type { HeardHook } from '../ingest/hooks/hook-intake.js'
import type { Log } from '../log/log.js'
import { TranscriptTail } from '../observers/claude/transcript-tail.js'
import { Liveness } from '../observers/liveness.js'
import { ownProbe } from '../observers/process-probe.js'
import { Silence } from '../observers/silence.js'
import { WatchBoard } from './board.js'
import { BoardReaders } from './board-readers.js'

const PAGE = 200
const RETRY_MS = 1_000

export interface WatchingDeps {
  log: Log
  /** The name of this machine. */
  host: string
  now: () => number
  staleAfterMs: number
  report: (fault: unknown) => void
  livenessMs?: number
}

/** Everything that looks after agents in people's terminals, and the list of what was seen. */
export class Watching {
  readonly #deps: WatchingDeps
  readonly #board: WatchBoard
  readonly #readers: BoardReaders
  readonly #liveness: Liveness
  readonly #silence: Silence
  readonly #transcripts: TranscriptTail
  #loaded: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(deps: WatchingDeps) {
    this.#deps = deps
    this.#board = new WatchBoard(deps)
    this.#readers = new BoardReaders(this.#board)
    const often = deps.livenessMs === undefined ? {} : { intervalMs: deps.livenessMs }
    this.#liveness = new Liveness({ ...deps, ...often, probe: ownProbe() })
    this.#silence = new Silence(deps)
    this.#transcripts = new TranscriptTail(deps)
  }

  /** Reads what was there before, beside everything else: a start waits for nothing of it. */
  start(): void {
    if (this.#loaded) return
    this.#loaded = this.#load()
    this.#loaded.catch(() => {
      if (!this.#closed) this.#retry = setTimeout(() => this.#again(), RETRY_MS).unref()
    })
  }

  /** Resolves when what was there before is known; rejects while the log cannot be read. */
  ready(): Promise<void> {
    this.start()
    return this.#loaded ?? Promise.resolve()
  }

  /** The watch list of a tenant. */
  async list(tenantId: string): Promise<WatchEntry[]> {
    await this.ready()
    return this.#board.list(tenantId)
  }

  /** The list, and from here on what changes of it. */
  join(tenantId: string, subscriber: Subscriber): void {
    this.#readers.join(tenantId, subscriber)
  }

  onHook(heard: HeardHook): void {
    this.#transcripts.onHook(heard)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#transcripts.close()
    this.#silence.close()
    this.#readers.close()
    this.#board.close()
    await this.#liveness.close()
  }

  #again(): void {
    this.#loaded = undefined
    this.start()
  }

  async #load(): Promise<void> {
    const { reader } = this.#deps.log
    let before: number | null = null
    do {
      const page: Awaited<ReturnType<typeof reader.watched>> = await reader.watched({ before, limit: PAGE })
      if (this.#closed) return
      for (const session of page.sessions)
        for (const observer of [this.#board, this.#liveness, this.#silence]) observer.load(session)
      before = page.next
    } while (before !== null)
    this.#board.loaded()
    void this.#liveness.check()
  }
}
