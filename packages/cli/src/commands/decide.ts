import type { RequestEntry } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { type Options, text, type Values, type Words } from '../command.js'
import { ADDRESS_OPTIONS, addressOf } from '../gateway/gateway-address.js'
import { findRequest, respond } from '../gateway/requests.js'
import { shortId } from '../short-id.js'
import { askedLine } from '../show/request-text.js'
import { jsonLine } from '../terminal/json-line.js'
import { visibleLine } from '../terminal/plain-text.js'

interface Suggestion {
  text: string
  value?: { type?: string } | null
}

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
  if (values.remember === true) for (const line of rememberedLines(request)) console.log(`  ${line}`)
}

/** What is allowed from now on, in the words of the offer: of what Claude Code offers, its rules alone are taken. */
export function rememberedLines({ data }: Pick<RequestEntry, 'data'>): string[] {
  const offered = Array.isArray(data.suggestions) ? (data.suggestions as Suggestion[]) : []
  return offered
    .filter(({ value }) => value?.type === undefined || value.type === 'addRules')
    .map(({ text: said }) => visibleLine(String(said)))
}

/** A question cannot be allowed or denied. */
function onlyPermission(request: RequestEntry): RequestEntry {
  if (request.kind === 'permission') return request
  const id = shortId(request.requestId)
  throw new UsageError(
    `This is a question: ${askedLine(request)}. Answer it with: signalbox answer ${id} TEXT`,
  )
}
