export type Answer<T> = { kind: 'read'; value: T } | { kind: 'unpaired' } | { kind: 'unreachable' }

/** Reads from the gateway; the cookie says who asks. */
export async function readJson<T>(path: string, read: typeof fetch = fetch): Promise<Answer<T>> {
  try {
    const response = await read(path, { headers: { accept: 'application/json' } })
    if (!response.ok) {
      // A body that nobody reads keeps its connection busy.
      await response.body?.cancel()
      return { kind: response.status === 401 ? 'unpaired' : 'unreachable' }
    }
    return { kind: 'read', value: (await response.json()) as T }
  } catch {
    return { kind: 'unreachable' }
  }
}
