import type { SessionStatus } from '@signalbox/protocol'

export type Lamp = 'needs' | 'working' | 'waiting' | 'failed' | 'idle' | 'off'

/** Which lamp a state lights. A session only ever waits for a person; starting and stopping wait for the agent. */
const LAMPS: Record<SessionStatus, Lamp> = {
  waiting: 'needs',
  running: 'working',
  activating: 'waiting',
  deactivating: 'waiting',
  error: 'failed',
  ready: 'idle',
  inactive: 'off',
}

/** The word beside each lamp. */
export const LAMP_WORDS: Record<Lamp, string> = {
  needs: 'Needs you',
  working: 'Working',
  waiting: 'Waiting',
  failed: 'Failed',
  idle: 'Idle',
  off: 'Inactive',
}

/**
 * Who needs a person is seen first, in whatever state: an agent that has ended its turn may wait for the next prompt.
 * A state this release does not know lights nothing rather than something wrong.
 */
export function lampOf(status: SessionStatus, needed: boolean): Lamp {
  if (needed) return 'needs'
  return Object.hasOwn(LAMPS, status) ? LAMPS[status] : 'off'
}
