import type { RequestEntry } from '@signalbox/protocol'

/** Fetches what waits for an answer; asked while it does, it does so once more afterwards. */
export class PendingRequests {
  readonly #fetch: () => Promise<readonly RequestEntry[]>
  readonly #tell: (requests: readonly RequestEntry[]) => void
  #state: 'idle' | 'fetching' | 'again' = 'idle'

  constructor(
    fetch: () => Promise<readonly RequestEntry[]>,
    tell: (requests: readonly RequestEntry[]) => void,
  ) {
    this.#fetch = fetch
    this.#tell = tell
  }

  /** Resolves when what is told is as new as this call. What cannot be fetched is told with the next list. */
  async refresh(): Promise<void> {
    if (this.#state !== 'idle') {
      this.#state = 'again'
      return
    }
    do {
      this.#state = 'fetching'
      const requests = await this.#fetch().catch(() => undefined)
      if (requests) this.#tell(requests)
    } while (this.#isAsked())
    this.#state = 'idle'
  }

  #isAsked(): boolean {
    return this.#state === 'again'
  }
}
