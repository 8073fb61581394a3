const HOLD_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]+)$/

/** Which request is held. */
export interface HeldRequest {
  sessionId: string
  requestId: string
}

/** A name for a held request that a URL and a shell can carry; made of the request, so that a restart changes nothing. */
export function holdId({ sessionId, requestId }: HeldRequest): string {
  return `${sessionId}.${Buffer.from(requestId).toString('base64url')}`
}

/** The request of a hold id; undefined when it is none. */
export function requestHeld(id: string): HeldRequest | undefined {
  const [, sessionId, encoded] = HOLD_ID.exec(id) ?? []
  if (sessionId === undefined || encoded === undefined) return undefined
  const held = { sessionId, requestId: Buffer.from(encoded, 'base64url').toString() }
  return holdId(held) === id ? held : undefined
}
