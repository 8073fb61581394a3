import type { RequestHolder } from '../../commands/requests.js'
import type { Log } from '../../log/log.js'
import type { Journal } from '../../telemetry/journal.js'
import { CodexObserver } from './codex-observer.js'
import { RolloutTail } from './rollout-tail.js'

export interface CodexSourcesOptions {
  log: Log
  journal: Journal
  tenantId: string
  home: string
  /** Whether the app-server is looked for. */
  controlSocket: boolean
  now: () => number
}

/** Where we go and look at Codex: the app-server its terminals share, and its rollout files. */
export class CodexSources implements RequestHolder {
  readonly #options: CodexSourcesOptions
  readonly #tail: RolloutTail
  #observer: CodexObserver | undefined

  constructor(options: CodexSourcesOptions) {
    this.#options = options
    const { log, journal, tenantId, home, now } = options
    this.#tail = new RolloutTail({
      log,
      journal,
      tenantId,
      home,
      now,
      attached: (thread) => this.attached(thread),
    })
  }

  /** First what was missed is told, then what comes is watched. */
  start(): void {
    const { log, journal, tenantId, home, controlSocket } = this.#options
    void this.#tail.start()
    if (!controlSocket) return
    const lostTurn = ({ id }: { id: string }) => void this.#tail.endedUnseen(id)
    this.#observer = new CodexObserver({ log, journal, tenantId, home, lostTurn })
  }

  attached(thread: string): boolean {
    return this.#observer?.attached(thread) ?? false
  }

  holds(sessionId: string, requestId: string): boolean {
    return this.#observer?.holds(sessionId, requestId) ?? false
  }

  async close(): Promise<void> {
    this.#observer?.close()
    await this.#tail.close()
  }
}
