import type { SessionMeta } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'

/** What people call a session: its name, else the name its agent has for it, else the end of its id. */
export function sessionName(session: Pick<SessionMeta, 'id' | 'name' | 'aliases'>): string {
  const spoken = neutralise(session.name ?? '') || neutralise(session.aliases[0]?.id ?? '')
  return spoken || `session ${session.id.slice(-6)}`
}
