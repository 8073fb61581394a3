import type { ConformanceCase } from '../case.js'
import { type Context, notifyPath, sessionPath } from './context.js'
import { expectMatch, expectSame, expectThat, Failure } from './failure.js'
import type { Answer, Call } from './http-call.js'
import { is } from './match.js'

/** A body; where it is a function, it is given the name of the session. */
type Body = NonNullable<Call['body']> | ((session: string) => NonNullable<Call['body']>)

/** One envelope and the answer it must get. In bodies and paths `{session}` and `{other}` stand for fresh names. */
export interface Exchange extends Omit<ConformanceCase, 'run'> {
  /** A session that exists: by a notify, or made by a client where the gateway is strict. */
  known?: 'notified' | 'made'
  /** Accepted before, to the same path. */
  before?: readonly object[]
  /** Appended to the fresh name. */
  suffix?: string
  path?: (session: string) => string
  headers?: Record<string, string>
  anonymous?: boolean
  body?: Body
  expect: { status: number; code?: string; detail?: string; field?: string }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** The case of a row. */
export function exchangeCase(row: Exchange): ConformanceCase {
  return { ...row, run: (context) => exchange(context, row) }
}

async function exchange(context: Context, row: Exchange): Promise<void> {
  const session = row.known === 'made' ? await made(context) : context.name(row.suffix)
  const other = context.name()
  const fill = (body: Body) => filled(typeof body === 'function' ? body(session) : body, session, other)
  if (row.known === 'notified') await context.notify(session, { type: 'before' })
  for (const body of row.before ?? []) {
    const { status, text } = await context.post(session, fill(body))
    if (status !== 204) throw new Failure(`what comes before was answered by ${status} ${text}`)
  }
  const kept = await keptEvents(context, session)
  const answer = await context.http({
    method: 'POST',
    path: (row.path ?? notifyPath)(session),
    headers: row.headers ?? JSON_TYPE,
    ...(row.anonymous ? { anonymous: true } : {}),
    ...(row.body === undefined ? {} : { body: fill(row.body) }),
  })
  const keptAfter = await keptEvents(context, session)
  if (row.expect.status === 204) {
    expectAccepted(answer)
    expectThat('an accepted envelope is kept', keptAfter !== kept)
  } else {
    expectProblem(answer, row.expect)
    expectSame('a refused envelope leaves everything as it was', keptAfter, kept)
  }
}

/** A 204 that is empty. */
export function expectAccepted({ status, text, headers }: Answer): void {
  expectMatch(
    'the answer',
    { status, text, type: headers['content-type'] },
    { status: 204, text: '', type: is.absent },
  )
}

/** A refusal as RFC 9457 wants it, with what older clients read beside it. */
export function expectProblem(answer: Answer, expected: Exchange['expect']): void {
  const { status, code, detail, field } = expected
  expectMatch('the status', answer.status, status)
  expectMatch('the media type', answer.headers['content-type'], is.like(/^application\/problem\+json/))
  const body = (answer.json ?? {}) as Record<string, unknown>
  expectMatch('the problem', body, {
    type: is.text,
    title: is.text,
    status,
    code,
    detail: detail ?? is.text,
    message: body.detail,
    error: body.detail,
    ...(field === undefined ? {} : { field }),
  })
}

/** What is known of a session: its status and its events, word for word. */
async function keptEvents(context: Context, session: string): Promise<string> {
  const { status, text } = await context.http({ path: `${sessionPath(session)}/events?after=0&limit=1000` })
  return status === 404 ? 'no session' : `${status} ${text}`
}

async function made(context: Context): Promise<string> {
  const client = await context.client()
  const created = await client.ask({ type: 'create_session', agentType: 'demo', name: context.name() })
  return String(created.sessionId)
}

function filled(body: NonNullable<Call['body']>, session: string, other: string): NonNullable<Call['body']> {
  if (body instanceof Buffer) return body
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const quoted = (name: string) => JSON.stringify(name).slice(1, -1)
  return text.replaceAll('{session}', quoted(session)).replaceAll('{other}', quoted(other))
}
