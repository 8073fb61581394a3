/** Digits that are overwritten in place: an event's own number, and when it was sent. */
export const DIGITS = 16
export const ZEROS = '0'.repeat(DIGITS)

const SUMMARY = 'Reworked the retry loop of the uploader and ran its tests; two of them wait for a decision. '

/** The envelope every load sends: a progress report of an agent, some 250 bytes. @param {string} session */
export function envelope(session) {
  const payload = { type: 'progress', plan_file: 'plan.md', task_state: 'wip', at: ZEROS, summary: SUMMARY }
  return JSON.stringify({ session_id: session, event_id: `bench:${ZEROS}`, payload })
}

/** @param {number} number */
export function digits(number) {
  return String(number).padStart(DIGITS, '0')
}

/** The names of sessions a load writes to. @param {number} count */
export function sessionNames(count) {
  return Array.from({ length: count }, (_, index) => `bench-${index + 1}`)
}
