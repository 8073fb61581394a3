import type { SessionMeta } from '@signalbox/protocol'
import { oneLine } from '../terminal/plain-text.js'
import { lastPart } from '../watch/place.js'

/** What people call a session, as the watch view does: its name, else its project; else what its agent calls it. */
export function sessionName({
  name,
  cwd,
  aliases,
}: Pick<SessionMeta, 'name' | 'cwd' | 'aliases'>): string | undefined {
  return oneLine(name ?? '') || lastPart(cwd ?? '') || oneLine(aliases[0]?.id ?? '') || undefined
}
