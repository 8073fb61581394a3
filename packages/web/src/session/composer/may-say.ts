import type { ConnectionStatus } from '@signalbox/client'
import type { GatewayState, SessionMeta, SessionStatus } from '@signalbox/protocol'
import { neutralise } from '../../text/neutralise.js'

/** What a person can say to an agent just now, or why nothing: not now, or never from here. */
export type MaySay =
  | { how: 'prompt' | 'steer'; stop: boolean }
  | { how: 'not now' | 'never'; why: string; stop: false; lever?: Lever }

/** What would let a turn start again. */
export type Lever = 'resume' | 'unarchive'

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

/** Who may be spoken to: agents that run from here, while there is a connection and nothing is paused. */
export function maySay(
  session: SessionMeta,
  { state }: Pick<ConnectionStatus, 'state'>,
  gateway: Pick<GatewayState, 'state'>,
): MaySay {
  if (session.origin === 'observed') return { how: 'never', why: terminalOf(session), stop: false }
  if (state !== 'live') return { how: 'not now', why: 'Not connected. What you type is kept.', stop: false }
  const said: Said = Object.hasOwn(BY_STATUS, session.status) ? BY_STATUS[session.status] : 'prompt'
  if (typeof said === 'object') return { how: 'not now', why: said.why, stop: false }
  const refused = said === 'prompt' && refusal(session, gateway)
  return refused || { how: said, stop: said === 'steer' }
}

/** Why no new turn can start; one that runs goes on, whatever is paused. */
function refusal(
  { archived, paused }: SessionMeta,
  gateway: Pick<GatewayState, 'state'>,
): MaySay | undefined {
  if (archived)
    return { how: 'not now', why: 'Archived. Bring it back to go on.', stop: false, lever: 'unarchive' }
  if (paused) return { how: 'not now', why: 'Paused: no new turns start here.', stop: false, lever: 'resume' }
  // Resumed where that is said, above every page.
  if (gateway.state === 'paused')
    return { how: 'not now', why: 'The gateway is paused. What you type is kept.', stop: false }
  return undefined
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
