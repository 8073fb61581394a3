import { type ServerSent, SseReader } from './read-sse.js'

/** How a stream stands. `refused`: the gateway answered, and trying again by itself would not help. */
export type StreamState =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'reconnecting'; retryAt: number }
  | { state: 'refused'; status: number; says: string }

export interface StreamOptions {
  onState: (state: StreamState) => void
  onMessage: (message: ServerSent) => void
  /** Where to go on from: the id of the last message that was heard. */
  lastId?: string
  read?: typeof fetch
  now?: () => number
  random?: () => number
  /** Waits so long, or until it is stopped. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The gateway says something every 15 s. */
const QUIET_MS = 40_000
const FIRST_MS = 500
const LONGEST_MS = 15_000
/** Answers that another attempt may change. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])

/**
 * Follows a stream of the gateway over every cut, from where it was. Not by EventSource, which tells neither why it
 * failed nor where it is, and holds one of the browser's few connections for good.
 */
export function followStream(path: string, options: StreamOptions): { stop: () => string } {
  const { onState, onMessage, now = Date.now, random = Math.random, wait = pause } = options
  const stopped = new AbortController()
  let lastId = options.lastId ?? ''
  let attempt = 0

  async function follow() {
    onState({ state: 'connecting' })
    while (!stopped.signal.aborted) {
      const refused = await listen().catch(() => undefined)
      if (stopped.signal.aborted) return
      if (refused) return onState(refused)
      const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
      // Half of it by chance: many pages do not come back in step.
      const ms = Math.round((whole / 2) * (1 + random()))
      attempt += 1
      onState({ state: 'reconnecting', retryAt: now() + ms })
      await wait(ms, stopped.signal)
    }
  }

  /** One connection until it breaks; what it was refused with, if that is final. */
  async function listen(): Promise<StreamState | undefined> {
    const quiet = new AbortController()
    let timer = setTimeout(() => quiet.abort(), QUIET_MS)
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), QUIET_MS)
    }
    try {
      const response = await (options.read ?? fetch)(path, {
        headers: { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': lastId }) },
        signal: AbortSignal.any([stopped.signal, quiet.signal]),
      })
      if (!response.ok) return await refusalOf(response)
      await readAll(response, heard)
      return undefined
    } finally {
      clearTimeout(timer)
      quiet.abort()
    }
  }

  async function readAll(response: Response, heard: () => void) {
    attempt = 0
    onState({ state: 'live' })
    const reader = new SseReader()
    const decoder = new TextDecoder()
    const pieces = response.body?.getReader()
    for (;;) {
      const piece = await pieces?.read()
      if (!piece || piece.done) return
      heard()
      for (const message of reader.read(decoder.decode(piece.value, { stream: true }))) {
        if (stopped.signal.aborted) return
        lastId = message.id || lastId
        onMessage(message)
      }
      lastId = reader.lastId || lastId
    }
  }

  void follow()
  return {
    /** The id to go on from later. */
    stop() {
      stopped.abort()
      return lastId
    },
  }
}

async function refusalOf(response: Response): Promise<StreamState | undefined> {
  const problem: unknown = await response.json().catch(() => undefined)
  if (PASSING.has(response.status)) return undefined
  const detail =
    typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : undefined
  const says = typeof detail === 'string' ? detail : `It answered ${response.status}.`
  return { state: 'refused', status: response.status, says }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
