import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '@signalbox/server/config'
import { ANSWER_MS, HttpRefusal } from '../gateway/call.js'
import { noAnswer, TokenRefused, tokenRefused } from '../gateway/connect.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { readSse, type ServerSent } from './read-sse.js'

export interface FollowSseOptions extends FollowClock {
  path: string
  /** What a gateway lacks that does not know the path: `watch list`. */
  what: string
  /** Called with everything that is sent; true when the connection is known to be good from then on. */
  tell: (sent: ServerSent) => boolean
  /** The connection was lost; the next attempt is so many ms away. */
  lost: (ms: number) => void
  signal: AbortSignal
}

/** What tests change of the time it takes. */
export interface FollowClock {
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
 * Follows a stream of server-sent events over every cut, from where it was. Rejects when the first attempt fails, so that
 * a wrong address is told at once, and when the gateway refuses the token; ends when it is cancelled.
 */
export async function followSse(address: GatewayAddress, options: FollowSseOptions): Promise<void> {
  const { lost, signal, random = Math.random, wait = systemWait } = options
  const place: Place = { isFirst: true, attempt: 0, lastId: undefined }
  for (; !signal.aborted; place.attempt++) {
    try {
      await listen(address, options, place)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof TokenRefused) throw error
      // Later on it is a gateway that comes back, or something that stands before it.
      if (place.isFirst) throw isSentence(error) ? error : await noAnswer(address.origin)
    }
    if (signal.aborted) return
    const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(place.attempt, 10))
    const ms = Math.round(whole / 2 + (whole / 2) * random())
    lost(ms)
    await wait(ms, signal)
  }
}

/** How far it has got. */
interface Place {
  isFirst: boolean
  attempt: number
  lastId: string | undefined
}

/** One connection, until it breaks. */
async function listen(
  { origin, token }: GatewayAddress,
  { path, what, tell, signal, silence = systemSilence, answerMs = ANSWER_MS }: FollowSseOptions,
  place: Place,
): Promise<void> {
  const quiet = new AbortController()
  const clock = silence(() => quiet.abort())
  const hangs = setTimeout(() => quiet.abort(), answerMs)
  try {
    const response = await fetch(`${origin}${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(place.lastId === undefined ? {} : { 'last-event-id': place.lastId }),
      },
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    clearTimeout(hangs)
    if (!response.ok) throw await refusalOf(response, origin, what)
    for await (const sent of readSse(response.body ?? new ReadableStream(), () => clock.heard())) {
      if (tell(sent)) Object.assign(place, { isFirst: false, attempt: 0 })
      place.lastId = sent.id ?? place.lastId
    }
  } finally {
    clearTimeout(hangs)
    clock.stop()
    quiet.abort()
  }
}

function isSentence(error: unknown): boolean {
  return error instanceof UsageError || error instanceof HttpRefusal
}

async function refusalOf(response: Response, origin: string, what: string): Promise<Error> {
  if (response.status === 401) return tokenRefused(origin)
  if (response.status === 404)
    return new UsageError(`The gateway at ${origin} has no ${what}; it is older than this command.`)
  const problem: unknown = await response.json().catch(() => undefined)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem))
    return new UsageError(`What answers at ${origin} is no Signalbox. Check --url.`)
  return new HttpRefusal(response.status, problem as Record<string, unknown>)
}

function systemSilence(expired: () => void): Silence {
  const timer = setTimeout(expired, QUIET_MS)
  return { heard: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}

async function systemWait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
