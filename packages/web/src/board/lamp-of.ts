import type { Glance, SessionMeta, SessionStatus } from '@signalbox/protocol'

/** Every lamp there is, in the order of need. */
export const LAMPS = ['needs', 'working', 'waiting', 'failed', 'gone', 'idle', 'stale', 'off'] as const
export type Lamp = (typeof LAMPS)[number]

/** Which lamp a state lights. A session only ever waits for a person; starting and stopping wait for the agent. */
const LIT: Record<SessionStatus, Lamp> = {
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
  gone: 'Gone',
  idle: 'Idle',
  stale: 'No news',
  off: 'Inactive',
}

/**
 * Who needs a person is seen first, in whatever state: an agent that has ended its turn may wait for the next prompt.
 * A state this release does not know lights nothing rather than something wrong. The glance tells what the state of a
 * session cannot: that an agent was not heard of for long, or went without a goodbye.
 */
export function lampOf(
  status: SessionStatus,
  needed: boolean,
  glance?: Pick<Glance, 'state' | 'until'>,
): Lamp {
  if (needed) return 'needs'
  if (glance?.state === 'stale') return 'stale'
  if (glance?.state === 'ended' && glance.until !== undefined) return 'gone'
  return Object.hasOwn(LIT, status) ? LIT[status] : 'off'
}

/** The lamp of a session as lists have it. */
export function sessionLamp(session: SessionMeta, needed: boolean, glance: Glance | undefined): Lamp {
  const lamp = lampOf(session.status, needed, glance)
  // Not heard of since the gateway started: whether it still works nobody knows.
  return session.stale && lamp === 'working' ? 'stale' : lamp
}
