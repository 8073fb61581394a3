/**
 * A session of a log to be made: how many events it has, and how many bytes each of them carries beyond the usual.
 * @typedef {{name: string, events: number, padding: number}} PlannedSession
 */

export const REPLAYED = { name: 'replayed', events: 100_000, padding: 0 }
export const OPENED = { name: 'opened', events: 20_000, padding: 0 }
/** 50 MB of events. */
export const HEAVY = { name: 'heavy', events: 12_500, padding: 3700 }

const EVENTS = 1_000_000
const SESSIONS = 1000

/** A million events in a thousand sessions, some of them long. @returns {PlannedSession[]} */
export function millionPlan() {
  const long = [REPLAYED, OPENED, HEAVY]
  const others = SESSIONS - long.length
  const left = EVENTS - long.reduce((sum, { events }) => sum + events, 0)
  const usual = Math.floor(left / others)
  const rest = left - usual * others
  const short = Array.from({ length: others }, (_, index) => ({
    name: `bench-${index + 1}`,
    events: usual + (index < rest ? 1 : 0),
    padding: 0,
  }))
  return [...long, ...short]
}
