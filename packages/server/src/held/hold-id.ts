const HOLD_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]+)(\.alone)?$/

/** Which request is held. */
export interface HeldRequest {
  sessionId: string
  requestId: string
  /** Nobody sits in front of the agent. */
  alone?: true
}

/** A name for a held request that a URL and a shell can carry; made of the request, so that a restart changes nothing. */
export function holdId({ sessionId, requestId, alone }: HeldRequest): string {
  return `${sessionId}.${Buffer.from(requestId).toString('base64url')}${alone ? '.alone' : ''}`
}

/** The request of a hold id; undefined when it is none. */
export function requestHeld(id: string): HeldRequest | undefined {
  const [, sessionId, encoded, alone] = HOLD_ID.exec(id) ?? []
  if (sessionId === undefined || encoded === undefined) return undefined
  const held: HeldRequest = { sessionId, requestId: Buffer.from(encoded, 'base64url').toString() }
  if (alone !== undefined) held.alone = true
  return holdId(held) === id ? held : undefined
}
