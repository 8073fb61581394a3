import type { SessionMeta } from '@signalbox/protocol'
import { sessionName } from '../board/session-name.js'
import { neutralise } from '../text/neutralise.js'

/** A session as a record names it; where that is by the id of the gateway, as people call it. */
export function spokenName(sessions: ReadonlyMap<string, SessionMeta>, id: string): string {
  const session = sessions.get(id)
  return session ? sessionName(session) : neutralise(id)
}
