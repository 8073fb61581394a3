import { isLoopback } from './loopback.js'
import { UsageError } from './usage-error.js'

/** What a header can carry: visible ASCII, no blanks. */
export const TOKEN = /^[\x21-\x7e]{1,512}$/
const MIN_REMOTE_TOKEN = 16

/** The sentence never shows the token itself: it may end in a log. */
export function toToken(value: string | undefined, host: string): string | undefined {
  const token = value?.trim()
  if (!token) return undefined
  if (!TOKEN.test(token)) {
    throw new UsageError(
      'SIGNALBOX_TOKEN must be up to 512 visible ASCII characters; for example the output of: openssl rand -hex 32.',
    )
  }
  if (token.length < MIN_REMOTE_TOKEN && !isLoopback(host)) {
    throw new UsageError(
      `SIGNALBOX_TOKEN is too short to listen on ${host}; use at least ${MIN_REMOTE_TOKEN} characters, for example the output of: openssl rand -hex 32.`,
    )
  }
  return token
}
