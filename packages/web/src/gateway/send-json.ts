export type Outcome<T> = { kind: 'done'; value: T } | { kind: 'refused'; status: number; says: string }

const UNREACHABLE = 'The gateway is out of reach. See that it still runs, and try again.'

/** Has the gateway do something; the cookie says who asks. A refusal is a sentence. */
export async function sendJson<T>(
  method: 'POST' | 'DELETE',
  path: string,
  send: typeof fetch = fetch,
): Promise<Outcome<T>> {
  try {
    const response = await send(path, { method, headers: { accept: 'application/json' } })
    const text = await response.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (response.ok) return { kind: 'done', value: body as T }
    return {
      kind: 'refused',
      status: response.status,
      says: detailOf(body) ?? `It answered ${response.status}.`,
    }
  } catch {
    return { kind: 'refused', status: 0, says: UNREACHABLE }
  }
}

function detailOf(body: unknown): string | undefined {
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined
  return typeof detail === 'string' ? detail : undefined
}
