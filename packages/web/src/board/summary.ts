import type { Glances } from './glances.js'
import { sessionLamp } from './lamp-of.js'
import type { SessionBook } from './session-book.js'

/** What the header says of all sessions, and how many of them need a person. */
export function summary(
  { sessions, needs: needed }: SessionBook,
  glances: Glances = new Map(),
): { count: number; text: string } {
  let needs = 0
  let working = 0
  for (const session of sessions.values()) {
    const lamp = sessionLamp(session, needed.has(session.id), glances.get(session.id))
    if (lamp === 'needs') needs += 1
    if (lamp === 'working') working += 1
  }
  const parts = [
    needs > 0 && `${needs} ${needs === 1 ? 'needs' : 'need'} you`,
    working > 0 && `${working} working`,
  ]
  return { count: needs, text: parts.filter(Boolean).join(' · ') || 'Nothing needs you' }
}
