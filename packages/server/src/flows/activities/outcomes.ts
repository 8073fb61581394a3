import { type ErrorKind, SignalboxError } from '@signalbox/protocol'
import type { DeliveryResponse } from '@signalbox/protocol/flow'
import type { ActivityOutcome, FailedOutcome } from '../activity-runner.js'

/** Not done, and another attempt would not do it either. */
export function failed(error: string, response?: DeliveryResponse): FailedOutcome {
  return { ok: false, error, retry: false, ...(response ? { response } : {}) }
}

/** Not done this time. */
export function notYet(
  error: string,
  more: { afterMs?: number; uncounted?: true; response?: DeliveryResponse } = {},
): FailedOutcome {
  return { ok: false, error, retry: true, ...more }
}

/** Its agent is at something else; `over` resolves when that is over. It keeps its place before what came later. */
export function busy(over?: Promise<void>): FailedOutcome {
  const error = 'its agent is at something else; it waits until that is over'
  return { ok: false, error, retry: true, uncounted: true, busy: over ? { over } : {} }
}

/** What may be otherwise the next time. */
const PASSING: ReadonlySet<ErrorKind> = new Set(['unavailable', 'paused', 'noActiveTurn', 'internal'])
/** Whether what is paused was resumed is looked at this seldom. */
const PAUSED_MS = 10_000

/** What was refused, as an outcome. Anything else is a bug, and thrown on. */
export function refusal(error: unknown): ActivityOutcome {
  if (!(error instanceof SignalboxError)) throw error
  if (error.kind === 'turnInProgress') return busy()
  if (!PASSING.has(error.kind)) return failed(error.message)
  return notYet(error.message, error.kind === 'paused' ? { afterMs: PAUSED_MS, uncounted: true } : {})
}
