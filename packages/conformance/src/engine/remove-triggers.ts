import { httpCall } from './http-call.js'
import type { Target } from './target.js'

/** A trigger that was saved, and where. */
export interface LeftTrigger {
  target: Target
  id: string
}

const LIMIT_MS = 5_000

/** Deletes triggers as far as they are there: what a case saved must not answer the next one. */
export async function removeTriggers(left: readonly LeftTrigger[]): Promise<void> {
  if (left.length === 0) return
  const signal = AbortSignal.timeout(LIMIT_MS)
  for (const { target, id } of left) {
    const call = { method: 'DELETE', path: triggerPath(id) }
    await httpCall(target, call, signal).catch(() => undefined)
  }
}

export function triggerPath(id: string): string {
  return `/api/flow/triggers/${encodeURIComponent(id)}`
}
