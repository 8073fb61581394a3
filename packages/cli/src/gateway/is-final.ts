import { HttpRefusal } from './call.js'
import { TokenRefused } from './connect.js'

/** Refusals that pass. */
const LATER: ReadonlySet<number> = new Set([408, 429])

/** Whether a call was refused for good; a gateway that starts, or what stands before it, may say anything else meanwhile. */
export function isFinal(error: unknown): boolean {
  if (error instanceof TokenRefused) return true
  return error instanceof HttpRefusal && error.status < 500 && !LATER.has(error.status)
}
