import type { Worker } from 'node:worker_threads'
import type { LogHealth } from './log.js'
import { startThread } from './start-thread.js'
import type { ThreadSettings } from './thread-messages.js'

/** SQLite's quick_check after an unclean stop, on a thread of its own so that nothing waits for it. */
export class FileCheck {
  readonly #worker: Worker
  #result: LogHealth['check'] = 'running'

  constructor(settings: ThreadSettings) {
    this.#worker = startThread('file-check-thread.js', settings)
    this.#worker.unref()
    this.#worker.once('message', (problem: string | null) => {
      this.#result = problem === null ? 'passed' : { failed: problem }
    })
    this.#worker.once('error', (error) => {
      this.#result = { failed: error.message }
    })
  }

  result(): LogHealth['check'] {
    return this.#result
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
