import type { SessionMeta } from '@signalbox/protocol'
import { isOwnFolder } from '../text/own-folder.js'
import { shortFolder } from '../text/short-folder.js'

/** What goes when a session is deleted, and what stays, in sentences. */
export function whatIsLost({ origin, cwd }: Pick<SessionMeta, 'origin' | 'cwd'>): string[] {
  const agent =
    origin === 'driven'
      ? 'Its agent is ended.'
      : 'The agent in its terminal is not touched; if it goes on, a new session begins.'
  return [
    'The conversation, every event, and who decided what are removed for good. Nothing brings them back.',
    `${agent}${folderSays(origin, cwd)}`,
  ]
}

function folderSays(origin: SessionMeta['origin'], cwd: string | null): string {
  if (cwd === null) return ''
  return origin === 'driven' && isOwnFolder(cwd)
    ? ' The folder that was made for it goes, too, with all that is in it.'
    : ` The files in ${shortFolder(cwd)} stay.`
}
