/** What the sender of an event said, word for word; a sentence when that is not kept. */
export async function fetchRaw(sessionId: string, seq: number, read: typeof fetch = fetch): Promise<string> {
  try {
    const response = await read(`/api/sessions/${encodeURIComponent(sessionId)}/events/${seq}/raw`)
    const text = await response.text()
    if (response.ok) return text === '' ? 'The sender said nothing of its own.' : text
    return response.status === 404
      ? 'Nothing is kept of what the sender said: the gateway made this event itself.'
      : `The gateway answered ${response.status}. Try again.`
  } catch {
    return 'The gateway does not answer. Try again.'
  }
}
