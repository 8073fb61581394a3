import { emptyState, type SessionMeta, type SessionState } from '@signalbox/protocol'
import type { NewSession } from './log.js'

/** A session as it is made, before its first event: with the mode it was asked for, and named by who made it. */
export function firstState(
  meta: SessionMeta,
  { name, mode }: Pick<NewSession, 'name' | 'mode'>,
): SessionState {
  const state = emptyState(meta)
  return { ...state, mode: mode ?? state.mode, namedBy: name === null ? null : 'person' }
}
