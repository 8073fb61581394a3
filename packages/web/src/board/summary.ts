import type { SessionMeta } from '@signalbox/protocol'
import { lampOf } from './lamp-of.js'

/** What the header says of all sessions, and how many of them need a person. */
export function summary(sessions: Iterable<Pick<SessionMeta, 'status'>>): { count: number; text: string } {
  let needs = 0
  let working = 0
  for (const { status } of sessions) {
    const lamp = lampOf(status)
    if (lamp === 'needs') needs += 1
    if (lamp === 'working') working += 1
  }
  const parts = [
    needs > 0 && `${needs} ${needs === 1 ? 'needs' : 'need'} you`,
    working > 0 && `${working} working`,
  ]
  return { count: needs, text: parts.filter(Boolean).join(' · ') || 'Nothing needs you' }
}
