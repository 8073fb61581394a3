import { UsageError } from '@signalbox/server/config'
import { ANSWER_MS, HttpRefusal } from '../gateway/call.js'
import { noAnswer, tokenRefused } from '../gateway/connect.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { readSse } from './read-sse.js'

/** What the gateway tells, and how it is heard. */
export type WatchTold =
  | { of: 'list'; entries: unknown; frame: Record<string, unknown> }
  | { of: 'state'; entry: unknown; frame: Record<string, unknown> }
  | { of: 'link'; link: { state: 'live' } | { state: 'reconnecting'; retryAt: number } }

export interface FollowOptions {
  tell: (told: WatchTold) => void
  signal: AbortSignal
  now?: () => number
  random?: () => number
  /** Calls back when nothing was heard for so long that the connection must have died unseen. */
  silence?: (expired: () => void) => Silence
  /** How long the gateway may take to answer at all. */
  answerMs?: number
  /** Waits so long, or until it is cancelled. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A clock that is set back with everything that is heard. */
export interface Silence {
  heard(): void
  stop(): void
}

/** The gateway says something every 15 s. */
const QUIET_MS = 40_000
const FIRST_MS = 500
const LONGEST_MS = 10_000

/**
 * Follows what every session is at, over every cut. Rejects when the first attempt fails, so that a wrong address is
 * told at once, and when the gateway refuses; ends when it is cancelled.
 */
export async function followWatch(address: GatewayAddress, options: FollowOptions): Promise<void> {
  const { tell, signal, now = Date.now, random = Math.random, wait = systemWait } = options
  let isFirst = true
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await listen(address, options, () => {
        isFirst = false
        attempt = 0
      })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof TokenRefused) throw tokenRefused(address.origin)
      // Later on it is a gateway that comes back, or something that stands before it.
      if (isFirst) throw isSentence(error) ? error : await noAnswer(address.origin)
    }
    if (signal.aborted) return
    const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10))
    const ms = Math.round(whole / 2 + (whole / 2) * random())
    tell({ of: 'link', link: { state: 'reconnecting', retryAt: now() + ms } })
    await wait(ms, signal)
  }
}

/** One connection, until it breaks. */
async function listen(
  { origin, token }: GatewayAddress,
  { tell, signal, silence = systemSilence, answerMs = ANSWER_MS }: FollowOptions,
  opened: () => void,
): Promise<void> {
  const quiet = new AbortController()
  const clock = silence(() => quiet.abort())
  const hangs = setTimeout(() => quiet.abort(), answerMs)
  try {
    const response = await fetch(`${origin}/api/watch/stream`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    clearTimeout(hangs)
    if (!response.ok) throw await refusalOf(response, origin)
    for await (const { event, data } of readSse(response.body ?? new ReadableStream(), () => clock.heard())) {
      const frame = parsed(data)
      if (frame === undefined) continue
      if (event === 'watch_list') {
        opened()
        tell({ of: 'link', link: { state: 'live' } })
        tell({ of: 'list', entries: frame.entries, frame })
      } else if (event === 'watch_state') tell({ of: 'state', entry: frame, frame })
    }
  } finally {
    clearTimeout(hangs)
    clock.stop()
    quiet.abort()
  }
}

/** Trying again would not help. */
class TokenRefused extends Error {}

function isSentence(error: unknown): boolean {
  return error instanceof UsageError || error instanceof HttpRefusal
}

async function refusalOf(response: Response, origin: string): Promise<Error> {
  if (response.status === 401) return new TokenRefused()
  if (response.status === 404)
    return new UsageError(`The gateway at ${origin} has no watch list; it is older than this command.`)
  const problem: unknown = await response.json().catch(() => undefined)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem))
    return new UsageError(`What answers at ${origin} is no Signalbox. Check --url.`)
  return new HttpRefusal(response.status, problem as Record<string, unknown>)
}

function parsed(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // A frame nobody can read says nothing; the next list puts it right.
    return undefined
  }
}

function systemSilence(expired: () => void): Silence {
  const timer = setTimeout(expired, QUIET_MS)
  return { heard: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}

function systemWait(ms: number, signal: AbortSignal): Promise<void> {
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
