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

/** A state this release does not know lights nothing rather than something wrong. */
export function lampOf(status: SessionStatus): Lamp {
  return Object.hasOwn(LAMPS, status) ? LAMPS[status] : 'off'
}
