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

/** One HTTP call with its JSON answer. Throws an HttpRefusal, or a sentence when there is nobody to ask. */
export async function call(
  { origin, token }: GatewayAddress,
  path: string,
  {
    method = 'GET',
    body,
    limitMs = ANSWER_MS,
  }: { method?: 'GET' | 'POST' | 'DELETE'; body?: object; limitMs?: number } = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}${path}`, {
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
  // Done, and nothing to say of it.
  if (response.status === 204) return {}
  const answer: unknown = await response.json().catch(async (error: unknown) => {
    if (error instanceof SyntaxError) return undefined
    throw await noAnswer(origin)
  })
  if (!isObject(answer)) throw noSignalbox(origin)
  if (response.ok) return answer
  if (typeof answer.detail !== 'string') throw noSignalbox(origin)
  throw response.status === 401 ? tokenRefused(origin) : new HttpRefusal(response.status, answer)
}

function noSignalbox(origin: string): UsageError {
  return new UsageError(`What answers at ${origin} is no Signalbox. Check --url.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
