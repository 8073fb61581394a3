import type { IncomingHttpHeaders } from 'node:http'
import type { DeliveryResponse } from '@signalbox/protocol/flow'
import { redact } from '@signalbox/protocol/log-record'
import type { ActivityOutcome } from '../activity-runner.js'
import { failed, notYet } from './outcomes.js'

export interface WebhookAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** What is kept of it. */
  response: DeliveryResponse
  now: number
}

/** Nobody puts us off for longer. */
const LONGEST_MS = 10 * 60_000

/**
 * What an answer means: taken, to be tried again, or given up. Given up is what the receiver wants no more, and what it has
 * elsewhere; anything else may be the word of a receiver that is just being deployed. Pure.
 */
export function judgeAnswer({ status, headers, response, now }: WebhookAnswer): ActivityOutcome {
  if (status >= 200 && status < 300) return { ok: true, response }
  const said = `the receiver answered ${status}`
  if (status >= 300 && status < 400) {
    const where = typeof headers.location === 'string' ? ` (to ${shown(headers.location)})` : ''
    return failed(`${said}: redirects are not followed${where}`, response)
  }
  if (status === 410) return failed(`${said}: it wants no more of these`, response)
  const afterMs = putOff(headers['retry-after'], now)
  return notYet(said, { response, ...(afterMs === undefined ? {} : { afterMs }) })
}

/** `Retry-After`: seconds, or a date. */
function putOff(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_MS) : undefined
}

/** Whole before it is cut: half a secret does not look like one. */
function shown(text: string): string {
  return redact(text)
    .replace(/[^\x21-\x7e]/g, '?')
    .slice(0, 300)
}
