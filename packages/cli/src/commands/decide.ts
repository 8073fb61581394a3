import type { RequestEntry } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { type Options, text, type Values, type Words } from '../command.js'
import { ADDRESS_OPTIONS, addressOf } from '../gateway/gateway-address.js'
import { findRequest, respond } from '../gateway/requests.js'
import { shortId } from '../short-id.js'
import { askedLine } from '../show/request-text.js'
import { jsonLine } from '../terminal/json-line.js'
import { visibleLine } from '../terminal/plain-text.js'

export const REQUEST_WORD = 'the ID of a request ("signalbox requests" lists them)'
export const DECISION_WORDS: Words = { names: [REQUEST_WORD], least: 1 }
export const DECISION_OPTIONS = {
  ...ADDRESS_OPTIONS,
  message: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies Options

/** Says yes or no to a request for permission. */
export async function decide(values: Values, id: string, approved: boolean): Promise<void> {
  const address = addressOf(values)
  const request = onlyPermission(await findRequest(address, id))
  const message = text(values, 'message')
  const answer = await respond(address, request, {
    approved,
    ...(message === undefined ? {} : { message }),
    ...(values.remember === true ? { remember: true } : {}),
  })
  if (values.json) return console.log(jsonLine(answer))
  console.log(`${approved ? 'Approved' : 'Denied'}: ${askedLine(request)}`)
  const rules = values.remember === true ? rulesOf(request) : []
  if (rules.length > 0) console.log(`Allowed from now on: ${rules.join('; ')}`)
}

/** What the agent itself would allow from now on, in its own words: it may be more than what was asked. */
export function rulesOf({ data: { suggestions } }: RequestEntry): string[] {
  const proposed = Array.isArray(suggestions)
    ? (suggestions as { text?: unknown; value?: { type?: unknown } }[])
    : []
  return proposed
    .filter(({ text, value }) => typeof text === 'string' && value?.type === 'addRules')
    .map(({ text }) => visibleLine(String(text)))
}

/** A question cannot be allowed or denied. */
function onlyPermission(request: RequestEntry): RequestEntry {
  if (request.kind === 'permission') return request
  const id = shortId(request.requestId)
  throw new UsageError(
    `This is a question: ${askedLine(request)}. Answer it with: signalbox answer ${id} TEXT`,
  )
}
