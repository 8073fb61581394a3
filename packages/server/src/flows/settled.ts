import type { Event } from '@signalbox/protocol'
import type { DueDelivery, Settled } from '../log/outbox.js'
import type { ActivityOutcome } from './activity-runner.js'

/** How often a delivery is tried. */
export const MAX_ATTEMPTS = 5
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/** Whoever refuses may ask for more time than that, but not for ever. */
const LONGEST_ASKED_MS = 1800_000
/** So much of a wait is left to chance, so that what failed together does not come back together. */
const JITTER = 0.1

/** When the next attempt is due after so many; ms from now. `random` is from 0 to 1. */
export function retryDelay(attempts: number, random: number, askedMs = 0): number {
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1))
  return Math.round(Math.max(wait * (1 + JITTER * random), Math.min(askedMs, LONGEST_ASKED_MS)))
}

/** How a row is left by an attempt, the one that was just made included in `attempts`. */
export function settled(
  { offset, binding, event }: Pick<DueDelivery, 'offset' | 'binding'> & { event?: Pick<Event, 'ts'> },
  attempts: number,
  outcome: ActivityOutcome,
  moment: { now: number; random: number },
): Settled {
  const key = { offset, binding }
  const answer = outcome.response === undefined ? {} : { response: outcome.response }
  if (outcome.ok) {
    return {
      ...key,
      ...answer,
      status: 'done',
      ...(outcome.turnId === undefined ? {} : { turnId: outcome.turnId }),
    }
  }
  const { error, retry, afterMs, uncounted, busy } = outcome
  // It keeps its place: what waits for the same agent is tried in the order of the events.
  if (retry && busy)
    return { ...key, ...answer, status: 'pending', error, due: placeOf(event, moment), uncounted: true }
  if (retry && uncounted) {
    const due = moment.now + retryDelay(1, moment.random, afterMs)
    return { ...key, ...answer, status: 'pending', error, due, uncounted }
  }
  if (!retry || attempts >= MAX_ATTEMPTS) return { ...key, ...answer, status: 'dead', error }
  const due = moment.now + retryDelay(attempts, moment.random, afterMs)
  return { ...key, ...answer, status: 'pending', error, due }
}

/** What is due at the time of its event comes before everything that happened later. */
function placeOf(event: Pick<Event, 'ts'> | undefined, { now }: { now: number }): number {
  return Math.min(event?.ts ?? now, now)
}
