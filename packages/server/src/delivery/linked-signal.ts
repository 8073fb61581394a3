/** A signal, and how it is let go of. */
export interface LinkedSignal {
  readonly signal: AbortSignal
  /** Nobody waits any longer: the signals it hung on forget it. */
  release(): void
}

/**
 * A signal that is aborted with any of these. To be released: they may live as long as the gateway, and what hangs on
 * them would pile up there.
 */
export function linkedSignal(...signals: readonly AbortSignal[]): LinkedSignal {
  const linked = new AbortController()
  const abort = () => linked.abort()
  for (const signal of signals) {
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  }
  return {
    signal: linked.signal,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}
