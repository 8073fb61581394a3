import { clockTime, dayOf } from '../../session/clock-time.js'
import { neutralise } from '../../text/neutralise.js'
import type { RecentEvent } from '../flow-api.js'

/** A recorded event in a line: when (with the day when it was not today), of whom, and what it says. */
export function recentWords(
  { type, session_id, timestamp, summary, notify_type }: RecentEvent,
  askedType: string,
  now: number,
): string {
  const at = Date.parse(timestamp)
  const day = dayOf(at) === dayOf(now) ? [] : [dayOf(at)]
  const when = Number.isNaN(at) ? [] : [...day, clockTime(at)]
  const what = notify_type || (type === askedType ? '' : type)
  const said = [what, summary].map(neutralise).filter(Boolean).join(' · ')
  return [...when, said === '' ? neutralise(session_id) : `${neutralise(session_id)}: ${said}`].join(' ')
}
