import { type FSWatcher, watch } from 'node:fs'

export interface DirectoryWatchOptions {
  directory: string
  /** Looks what changed; may be called when nothing did. True: it is to be looked again soon. */
  changed: () => Promise<boolean>
  pollMs?: number
}

/** What changes together is looked at together. */
const SETTLE_MS = 50
const POLL_MS = 3_000

/**
 * Notices what changes in a directory: at once where the system tells, and by looking now and then, since it does not
 * tell everything: on shared folders, of a directory that was made anew, when it runs out of watches.
 */
export class DirectoryWatch {
  readonly #options: DirectoryWatchOptions
  #watcher: FSWatcher | undefined
  #settling: NodeJS.Timeout | undefined
  #polling: NodeJS.Timeout | undefined

  constructor(options: DirectoryWatchOptions) {
    this.#options = options
  }

  start(): void {
    this.#listen()
    this.#polling = setInterval(() => {
      // Once it is listened to anew, nothing that came before is missed.
      this.#listen()
      void this.#look()
    }, this.#options.pollMs ?? POLL_MS)
    this.#polling.unref()
  }

  close(): void {
    clearInterval(this.#polling)
    clearTimeout(this.#settling)
    this.#polling = undefined
    this.#watcher?.close()
    this.#watcher = undefined
  }

  #listen(): void {
    this.#watcher?.close()
    this.#watcher = undefined
    try {
      const watcher = watch(this.#options.directory, { persistent: false }, () => this.#soon())
      watcher.on('error', () => watcher.close())
      this.#watcher = watcher
    } catch {
      // It is not there, or there are too many watches: looking now and then has to do.
    }
  }

  #soon(): void {
    if (this.#settling !== undefined) return
    this.#settling = setTimeout(() => {
      this.#settling = undefined
      void this.#look()
    }, SETTLE_MS)
    this.#settling.unref()
  }

  async #look(): Promise<void> {
    const again = await this.#options.changed()
    if (again && this.#polling !== undefined) this.#soon()
  }
}
