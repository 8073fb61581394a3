import type { SessionMeta } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'

/** Ids nobody says aloud. */
const UNSPOKEN = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|ses_\w+)$/i

/** What people call a session: its name, else what its agent calls it, its folder, or the end of its id. */
export function sessionName({
  id,
  name,
  aliases,
  cwd,
}: Pick<SessionMeta, 'id' | 'name' | 'aliases' | 'cwd'>): string {
  const named = neutralise(name ?? '')
  if (named !== '') return named
  const alias = neutralise(aliases[0]?.id ?? '')
  const folder = neutralise(cwd?.split(/[\\/]/).findLast(Boolean) ?? '')
  if (alias !== '' && !(UNSPOKEN.test(alias) && folder !== '')) return alias
  return folder || `session ${id.slice(-6)}`
}
