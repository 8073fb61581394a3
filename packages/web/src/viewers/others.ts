import type { Viewer } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'

const MOST_NAMES = 2

/** Who else has a session open, in words; undefined when nobody has. */
export function othersLooking(viewers: readonly Viewer[], sessionId: string): string | undefined {
  const names = viewers
    .filter(({ sessions, current }) => !current && sessions.includes(sessionId))
    .map(({ name }) => neutralise(name))
  if (names.length === 0) return undefined
  const more = names.length - MOST_NAMES
  const told = names.slice(0, MOST_NAMES).join(', ')
  return `Also looking: ${told}${more > 0 ? ` and ${more} more` : ''}`
}
