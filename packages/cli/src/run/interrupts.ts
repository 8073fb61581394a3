export interface InterruptOptions {
  /** Asks for the end of the turn. */
  stop: () => Promise<void>
  /** Goes away and lets the turn be. */
  leave: () => void
  tell: (line: string) => void
}

/** Ctrl-C: the first one stops the turn, the second one leaves. */
export class Interrupts {
  readonly #options: InterruptOptions
  readonly #onSignal = () => this.interrupt()
  #count = 0

  constructor(options: InterruptOptions) {
    this.#options = options
    process.on('SIGINT', this.#onSignal)
  }

  /** True when the person went away before the end. */
  get left(): boolean {
    return this.#count > 1
  }

  interrupt(): void {
    this.#count += 1
    if (this.#count === 1) this.#stop()
    else this.#options.leave()
  }

  close(): void {
    process.off('SIGINT', this.#onSignal)
  }

  #stop(): void {
    this.#options.stop().catch((error: Error) => {
      // Who leaves need not be told how to.
      if (this.left) return
      this.#options.tell(
        `The turn could not be stopped (${error.message}); Ctrl-C once more leaves it to itself.`,
      )
    })
  }
}
