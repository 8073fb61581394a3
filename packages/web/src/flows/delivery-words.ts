import type { Delivery, DeliveryStatus } from '@signalbox/protocol/flow'
import { DELIVERY_STATUSES } from '@signalbox/protocol/flow'
import type { Lamp } from '../board/lamp-of.js'
import { neutralise } from '../text/neutralise.js'

/** The lamp and the word of what became of something a flow set off. */
export const DELIVERY_LAMPS: Readonly<Record<DeliveryStatus, { lamp: Lamp; word: string; means: string }>> = {
  pending: { lamp: 'waiting', word: 'Waiting', means: 'It is to be tried, or tried again.' },
  running: { lamp: 'working', word: 'Under way', means: 'It is being done.' },
  done: { lamp: 'idle', word: 'Done', means: 'It was taken.' },
  dead: { lamp: 'failed', word: 'Failed', means: 'It was given up.' },
  unknown: {
    lamp: 'stale',
    word: 'Unknown',
    means: 'The gateway stopped in the middle of it. It may be done, so it is not done again by itself.',
  },
  stopped: {
    lamp: 'off',
    word: 'Stopped',
    means: 'It was not tried: flows had set each other off too often.',
  },
}

/** A status this release does not know is shown as it is called. */
export function deliveryLamp(status: string): { lamp: Lamp; word: string; means: string } {
  const known = DELIVERY_STATUSES.find((one) => one === status)
  return known ? DELIVERY_LAMPS[known] : { lamp: 'off', word: neutralise(status), means: '' }
}

/** Whether it can be done once more by hand. */
export function isRetryable({ status }: Pick<Delivery, 'status'>): boolean {
  return status === 'dead' || status === 'unknown' || status === 'stopped'
}

/** "3 attempts", and what comes next where something does. */
export function attemptWords({ attempts, status, next_attempt_at: next }: Delivery, now: number): string {
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (status !== 'pending') return attempts === 0 ? '' : tried
  const left = next === undefined ? 0 : Math.ceil((Date.parse(next) - now) / 1000)
  if (attempts === 0) return left > 0 ? `in ${left} s` : 'next in line'
  return left > 0 ? `${tried}, again in ${left} s` : `${tried}, again now`
}

/** What was answered to something that was taken: "answered 200". Why others were not is said by their error. */
export function answerWords({ status, response }: Pick<Delivery, 'status' | 'response'>): string {
  const code = response?.status
  return status === 'done' && typeof code === 'number' ? `answered ${code}` : ''
}

/** What a person should know of first. */
const GRAVITY: readonly string[] = ['dead', 'unknown', 'stopped', 'pending', 'running', 'done']

/**
 * How each trigger fared with the last event that set it off: of what it did then, what went worst. Newest first go in.
 */
export function lastOfEach(deliveries: readonly Delivery[]): ReadonlyMap<string, Delivery> {
  const last = new Map<string, Delivery>()
  for (const delivery of deliveries) {
    const known = last.get(delivery.trigger_id)
    const isWorse = known?.event_id === delivery.event_id && gravity(delivery) < gravity(known)
    if (!known || isWorse) last.set(delivery.trigger_id, delivery)
  }
  return last
}

function gravity({ status }: Delivery): number {
  return GRAVITY.indexOf(status)
}
