import { GatewayError, type LocalCode } from '@signalbox/client'
import { PAUSED_LINE } from '../show/paused-line.js'
import { sentence } from '../terminal/sentence.js'
import { HttpRefusal } from './call.js'

/** What the gateway did not say, but the way to it. */
const UNANSWERED: ReadonlySet<string> = new Set<LocalCode>(['ConnectionLost', 'RequestTimeout', 'TurnLost'])

/** A refusal of the gateway as one sentence; undefined when it is something else, a bug of ours. */
export function refusalText(error: unknown): string | undefined {
  if (error instanceof HttpRefusal) return `The gateway refused: ${sentence(error.message)}`
  if (!(error instanceof GatewayError)) return undefined
  if (error.code === 'NOT_AUTHENTICATED' || error.code === 'AUTH_FAILED')
    return 'The gateway does not know this token any more; give its own with --token or --data-dir.'
  if (error.code === 'Paused') return pausedText(error.message)
  const text = sentence(error.message)
  return UNANSWERED.has(error.code)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : `The gateway refused: ${text}`
}

/** A pause is no fault: it is said what is paused, and how that ends. */
function pausedText(message: string): string {
  return message === 'paused'
    ? PAUSED_LINE
    : 'The session is paused: no new turn starts in it. Resume it with: signalbox resume SESSION'
}
