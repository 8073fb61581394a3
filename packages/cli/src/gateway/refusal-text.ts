import { GatewayError } from '@signalbox/client'
import { oneLine } from '../terminal/plain-text.js'
import { HttpRefusal } from './call.js'

/** A refusal of the gateway as one sentence; undefined when it is something else, a bug of ours. */
export function refusalText(error: unknown): string | undefined {
  if (error instanceof HttpRefusal) return sentence(error.message)
  if (!(error instanceof GatewayError)) return undefined
  if (error.code === 'NOT_AUTHENTICATED' || error.code === 'AUTH_FAILED')
    return 'The gateway does not know this token any more; give its own with --token or --data-dir.'
  return sentence(error.message)
}

function sentence(message: string): string {
  const text = oneLine(message)
  return `The gateway refused: ${text}${/[.!?]$/.test(text) ? '' : '.'}`
}
