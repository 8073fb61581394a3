import type { ConnectionStatus } from '@signalbox/client'
import type { SessionMeta, SessionStatus } from '@signalbox/protocol'
import { neutralise } from '../../text/neutralise.js'

/** What a person can say to an agent just now, or why nothing: not now, or never from here. */
export type MaySay =
  | { how: 'prompt' | 'steer'; stop: boolean }
  | { how: 'not now' | 'never'; why: string; stop: false }

type Said = 'prompt' | 'steer' | { why: string }

const BY_STATUS: Record<SessionStatus, Said> = {
  inactive: 'prompt',
  ready: 'prompt',
  error: 'prompt',
  running: 'steer',
  waiting: 'steer',
  activating: { why: 'The agent is being started.' },
  deactivating: { why: 'The agent is being ended.' },
}

/** Who may be spoken to: agents that run from here, while there is a connection. */
export function maySay(session: SessionMeta, { state }: Pick<ConnectionStatus, 'state'>): MaySay {
  if (session.origin === 'observed') return { how: 'never', why: terminalOf(session), stop: false }
  if (state !== 'live') return { how: 'not now', why: 'Not connected. What you type is kept.', stop: false }
  const said: Said = Object.hasOwn(BY_STATUS, session.status) ? BY_STATUS[session.status] : 'prompt'
  if (typeof said === 'object') return { how: 'not now', why: said.why, stop: false }
  return { how: said, stop: said === 'steer' }
}

/** Where to type instead. */
function terminalOf({ process, agentType }: SessionMeta): string {
  const who = agentType === 'unknown' ? 'This agent' : neutralise(agentType)
  const where = [
    process?.tmuxPane && `tmux pane ${process.tmuxPane}`,
    process?.tty,
    process && `process ${process.pid}`,
    process?.host && `on ${process.host}`,
  ].filter((part) => part !== undefined && part !== '')
  const place = where.length === 0 ? 'its own terminal' : `its own terminal (${neutralise(where.join(', '))})`
  return `${who} runs in ${place}. Speak to it there; what it asks you can answer here.`
}
