import { SignalboxError } from '@signalbox/protocol'
import type { Identity } from '../identity.js'
import type { Log } from '../log/log.js'

/** The uuid behind an id as any door takes it; a session of another tenant does not exist. */
export async function findSession(log: Pick<Log, 'reader'>, identity: Identity, id: string): Promise<string> {
  const sessionId = await log.reader.resolve(identity.tenantId, id)
  if (sessionId === undefined) throw new SignalboxError('sessionNotFound', 'session not found')
  return sessionId
}
