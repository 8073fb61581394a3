import { ERRORS, type ErrorKind, problem, SignalboxError } from '@signalbox/protocol'
import type { FastifyReply } from 'fastify'

/** What fastify itself refuses, as rows of the one error table. Its own texts may quote the path; ours do not. */
const FASTIFY_ERRORS = new Map<unknown, readonly [kind: ErrorKind, message: string]>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', ['tooLarge', 'The body is larger than is taken here.']],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', ['unsupportedMediaType', 'Send the body as application/json.']],
  ['FST_ERR_CTP_INVALID_JSON_BODY', ['invalidJson', 'The body is not valid JSON.']],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', ['invalidJson', 'The body is empty.']],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    ['invalidMessage', 'The body is not as long as Content-Length says.'],
  ],
  ['FST_ERR_BAD_URL', ['invalidMessage', 'The URL is not valid.']],
  ['FST_ERR_MAX_PARAM_LENGTH', ['invalidMessage', 'A part of the URL is too long.']],
])

interface Foreign {
  code?: unknown
  statusCode?: unknown
}

/** The failure to show for anything thrown; undefined when it is a fault of ours that nobody foresaw. */
export function toSignalboxError(error: unknown): SignalboxError | undefined {
  if (error instanceof SignalboxError) return error
  if (typeof error !== 'object' || error === null) return undefined
  const { code, statusCode } = error as Foreign
  const known = FASTIFY_ERRORS.get(code)
  if (known) return new SignalboxError(known[0], known[1])
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new SignalboxError('invalidMessage')
  return undefined
}

/** The word a failure goes by in its answer. */
export function codeOf(error: SignalboxError): string {
  return String(problem(error).code)
}

/** A failure as an answer: problem+json, and the headers that belong to it. */
export function problemAnswer(error: SignalboxError): {
  status: number
  headers: Record<string, string>
  body: Buffer
} {
  const { status } = ERRORS[error.kind]
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' }
  const retryAfterMs = error.details?.retryAfterMs
  if (typeof retryAfterMs === 'number') headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000))
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="signalbox"'
  // As bytes, because fastify would add a charset to the media type, which has none.
  const body = Buffer.from(JSON.stringify(problem(error)))
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
}

export function sendProblem(reply: FastifyReply, error: SignalboxError): FastifyReply {
  const { status, headers, body } = problemAnswer(error)
  return reply.code(status).headers(headers).send(body)
}
