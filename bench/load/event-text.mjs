/** Digits that are overwritten in place: an event's own number, and when it was sent. */
export const DIGITS = 16
export const ZEROS = '0'.repeat(DIGITS)

const SUMMARY = 'Reworked the retry loop of the uploader and ran its tests; two of them wait for a decision. '

/** The envelope every load sends: a progress report of an agent, some 250 bytes. @param {string} session */
export function envelope(session) {
  const payload = { type: 'progress', plan_file: 'plan.md', task_state: 'wip', at: ZEROS, summary: SUMMARY }
  return JSON.stringify({ session_id: session, event_id: `bench:${ZEROS}`, payload })
}

/**
 * One request: where it goes, what it says, and how an answer begins and ends by which it was taken.
 * @typedef {{path: string, body: string, taken: {start: string, end: string}}} Post
 */

/** A notify envelope on its way. @param {string} session @param {string} body @returns {Post} */
export function notifyPost(session, body) {
  const path = `/api/sessions/${encodeURIComponent(session)}/notify`
  return { path, body, taken: { start: 'HTTP/1.1 204', end: '\r\n\r\n' } }
}

/** The envelope above on its way. @param {string} session */
export function progress(session) {
  return notifyPost(session, envelope(session))
}

/** @param {number} number */
export function digits(number) {
  return String(number).padStart(DIGITS, '0')
}

/** The names of sessions a load writes to. @param {number} count */
export function sessionNames(count) {
  return Array.from({ length: count }, (_, index) => `bench-${index + 1}`)
}
