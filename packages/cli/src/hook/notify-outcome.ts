import { ERRORS } from '@signalbox/protocol'
import { type Answer, fateOf } from '../../hook/signalbox-hook.mjs'

/** What became of a notify: told, kept for a gateway that takes it later, or refused for good. */
export type NotifyOutcome = { fate: 'told' | 'kept' } | { fate: 'refused'; exit: number; reason: string }

/** How `signalbox notify` ends beside 0, and 1 for a command line that is wrong. */
export const NOTIFY_EXIT = { refused: 2, kept: 3, noSession: 4, unfit: 5 } as const

/** Refusals that mean something of their own; any other is `refused`. */
const EXITS: Readonly<Record<number, number>> = { 404: NOTIFY_EXIT.noSession, 422: NOTIFY_EXIT.unfit }
/** Refused now, and for a person to set right: a spool would only hide it. */
const SIGN_IN: ReadonlySet<number> = new Set([401, 403])

/** Reads the answer to a notify. Pure. */
export function notifyOutcome(answer: Answer): NotifyOutcome {
  const { status, text } = answer
  // What the contract says where nobody asked for more; a proxy may have dropped that we did.
  if (status === 204) return { fate: 'told' }
  const said = fateOf(answer)
  if (said === 'taken') return { fate: 'told' }
  const { reason, code } = problemIn(text)
  const isRefused = said === 'refused' || (isSignIn(status, code) && reason !== undefined)
  if (!isRefused) return { fate: 'kept' }
  return { fate: 'refused', exit: EXITS[status] ?? NOTIFY_EXIT.refused, reason: reason ?? `HTTP ${status}` }
}

/** Only who has a wrong token is told that too many were tried: the gateway looks at the token first. */
function isSignIn(status: number, code: unknown): boolean {
  const { authRateLimited } = ERRORS
  return SIGN_IN.has(status) || (status === authRateLimited.status && code === authRateLimited.http)
}

/** Why, as problem+json says it; nothing where it is none. */
function problemIn(text: string): { reason?: string; code?: unknown } {
  try {
    const { detail, message, code } = JSON.parse(text) as Record<string, unknown>
    const said = detail ?? message
    return { code, ...(typeof said === 'string' ? { reason: said } : {}) }
  } catch {
    return {}
  }
}
