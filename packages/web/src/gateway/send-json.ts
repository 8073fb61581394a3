/** A refusal in a sentence; `field` is what is at fault, where the gateway names it. */
export interface Refusal {
  kind: 'refused'
  /** 0 when nobody answered. */
  status: number
  says: string
  field?: string
}

/** `etag` is there where the gateway numbers what it gives. */
export type Outcome<T> = { kind: 'done'; value: T; etag?: string } | Refusal

const UNREACHABLE = 'The gateway is out of reach. See that it still runs, and try again.'

interface Sending {
  body?: unknown
  /** The etag of what was read: something newer is not written over. */
  ifMatch?: string | undefined
  signal?: AbortSignal
  send?: typeof fetch
}

/** Has the gateway do something; the cookie says who asks. */
export async function sendJson<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, ifMatch, signal, send = fetch }: Sending = {},
): Promise<Outcome<T>> {
  try {
    const response = await send(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) return refusalOf(response.status, answer)
    const etag = response.headers.get('etag')
    return { kind: 'done', value: answer as T, ...(etag === null ? {} : { etag }) }
  } catch {
    return { kind: 'refused', status: 0, says: UNREACHABLE }
  }
}

function refusalOf(status: number, answer: unknown): Refusal {
  const field = wordOf(answer, 'field')
  return {
    kind: 'refused',
    status,
    says: wordOf(answer, 'detail') ?? `It answered ${status}.`,
    ...(field === undefined ? {} : { field }),
  }
}

function wordOf(body: unknown, name: string): string | undefined {
  const word = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof word === 'string' ? word : undefined
}
