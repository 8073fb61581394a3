/** How pairing ended. Nobody is told why a code is wrong: used, old and mistyped are one answer. */
export type PairOutcome = 'paired' | 'refused' | 'too_many' | 'unreachable'

/** Trades the one-time code for a cookie, which only the gateway reads. */
export async function pairBrowser(
  code: string,
  name: string,
  send: typeof fetch = fetch,
): Promise<PairOutcome> {
  try {
    const response = await send('/pair', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name }),
    })
    // A body that nobody reads keeps its connection busy.
    await response.body?.cancel()
    if (response.ok) return 'paired'
    if (response.status === 429) return 'too_many'
    return response.status >= 500 ? 'unreachable' : 'refused'
  } catch {
    return 'unreachable'
  }
}
