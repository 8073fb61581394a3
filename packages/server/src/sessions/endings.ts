import type { Happening } from '../agents/driver.js'

const state = (name: string, reason: string): Happening => ({
  type: 'session_state',
  data: { state: name, reason },
})

/** The session has no agent any more, for this reason. */
export const inactive = (reason: string): Happening => state('inactive', reason)

/** The last words of a live session, by why it ends. */
export const ENDINGS = {
  /** Nothing more is to be said. */
  silent: [],
  /** The agent went between two turns. */
  gone: [inactive('agent_gone')],
  /** It was given up while it started. */
  givenUp: [inactive('user_stopped')],
  /** It did not follow a stop: the turn ends as if it had. */
  cutOff: [{ type: 'turn_complete', data: { stopReason: 'user_stopped' } }, inactive('agent_closed')],
  /** It had nothing to do for long enough. */
  idle: [state('deactivating', 'idle'), inactive('idle')],
} satisfies Record<string, Happening[]>
