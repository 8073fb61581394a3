import { SignalboxError } from '../errors.js'
import type { SessionMeta } from '../registry/shapes.js'

/** Throws where a person can begin no turn: in a session that is put away, or paused. */
export function refuseTurn({ archived, paused }: Pick<SessionMeta, 'archived' | 'paused'>): void {
  if (archived) {
    throw new SignalboxError('invalidTransition', 'the session is archived: bring it back first')
  }
  if (paused === true) throw new SignalboxError('paused', 'thread is paused')
}
