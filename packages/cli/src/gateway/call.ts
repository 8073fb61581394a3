import { UsageError } from '@signalbox/server/config'
import { noAnswer, tokenRefused } from './connect.js'
import type { GatewayAddress } from './gateway-address.js'

/** Whoever takes longer than this hangs. */
export const ANSWER_MS = 8_000

/** An answer of the gateway that is no yes: problem+json. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly problem: Readonly<Record<string, unknown>>

  constructor(status: number, problem: Record<string, unknown>) {
    super(String(problem.detail))
    this.name = 'HttpRefusal'
    this.status = status
    this.problem = problem
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: object
  limitMs?: number
}

/** One HTTP call with its JSON answer. Throws an HttpRefusal, or a sentence when there is nobody to ask. */
export async function call(
  address: GatewayAddress,
  path: string,
  options: CallOptions = {},
): Promise<Record<string, unknown>> {
  const response = await fetchFrom(address, path, options)
  // Done, and nothing to say of it.
  if (response.status === 204) return {}
  const answer = objectIn(await textOf(address, response))
  if (answer === undefined) throw noSignalbox(address.origin)
  if (response.ok) return answer
  throw refusalOf(address, response, answer)
}

/** The same for an answer that is text. */
export async function callText(
  address: GatewayAddress,
  path: string,
  options: CallOptions = {},
): Promise<string> {
  const response = await fetchFrom(address, path, options)
  const text = await textOf(address, response)
  if (response.ok) return text
  throw refusalOf(address, response, objectIn(text) ?? {})
}

async function fetchFrom(
  { origin, token }: GatewayAddress,
  path: string,
  { method = 'GET', body, limitMs = ANSWER_MS }: CallOptions,
): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(limitMs),
  }).catch(async () => {
    throw await noAnswer(origin)
  })
}

async function textOf({ origin }: GatewayAddress, response: Response): Promise<string> {
  return response.text().catch(async () => {
    throw await noAnswer(origin)
  })
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function refusalOf({ origin }: GatewayAddress, { status }: Response, answer: Record<string, unknown>): Error {
  if (typeof answer.detail !== 'string') return noSignalbox(origin)
  return status === 401 ? tokenRefused(origin) : new HttpRefusal(status, answer)
}

function noSignalbox(origin: string): UsageError {
  return new UsageError(`What answers at ${origin} is no Signalbox. Check --url.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
