import { Door } from '../gateway/door.mjs'

/** @typedef {import('./ledger.mjs').Submission} Submission */

const TYPES = ['progress', 'plan-L1-wip', 'new-plan', 'finish', 'agent-turn-complete']
const MOST_SENDS = 100_000

/**
 * One connection with one request outstanding: sends until the gateway dies, beginning with what the last one left
 * unanswered. Now and then it says again what is acknowledged, which must change nothing.
 * @param {object} given
 * @param {number} given.port
 * @param {string} given.token
 * @param {number} given.worker
 * @param {boolean} given.batches NDJSON batches instead of single notifies
 * @param {string[]} given.sessions
 * @param {import('./ledger.mjs').Ledger} given.ledger
 * @param {import('./random.mjs').Random} given.random
 * @param {() => boolean} given.dying the gateway was told to end: a broken connection is expected
 */
export async function sendUntilKilled({ port, token, worker, batches, sessions, ledger, random, dying }) {
  const door = new Door(port, token)
  const send = batches ? sendBatch : sendSingle
  const some = () => sessions[random.between(0, sessions.length - 1)] ?? ''
  try {
    for (let sends = 0; sends < MOST_SENDS; sends += 1) {
      const size = batches ? random.between(2, 40) : 1
      const submissions = ledger.take(worker, Array.from({ length: size }, some))
      await send(door, submissions)
      ledger.acknowledge(worker)
      if (random.chance(0.03)) await send(door, submissions)
    }
  } catch (error) {
    if (error instanceof Refused || !dying()) throw error
  } finally {
    door.close()
  }
}

/** One acknowledged event in each session, so that there is something to join. @param {Door} door @param {string[]} sessions @param {import('./ledger.mjs').Ledger} ledger */
export async function openSessions(door, sessions, ledger) {
  await sendBatch(door, ledger.take(0, sessions))
  ledger.acknowledge(0)
}

class Refused extends Error {}

/** @param {Door} door @param {Submission[]} submissions */
async function sendSingle(door, [submission]) {
  if (submission === undefined) return
  const path = `/api/sessions/${encodeURIComponent(submission.session)}/notify`
  const { status, text } = await door.post(path, JSON.stringify(envelopeOf(submission)))
  if (status !== 204) throw new Refused(`${submission.eventId} was answered ${status}: ${text}`)
}

/** @param {Door} door @param {Submission[]} submissions */
async function sendBatch(door, submissions) {
  const lines = submissions.map((submission) => `${JSON.stringify(envelopeOf(submission))}\n`)
  const { status, text } = await door.post('/api/events', lines.join(''), 'application/x-ndjson')
  if (status !== 200) throw new Refused(`a batch was answered ${status}: ${text}`)
  const { results } = JSON.parse(text)
  submissions.forEach(({ eventId }, index) => {
    const result = results[index]
    if (result?.index !== index || !(result.status >= 200 && result.status < 300)) {
      throw new Refused(`${eventId} was answered ${JSON.stringify(result)} in a batch`)
    }
  })
}

/** The same submission always makes the same envelope. @param {Submission} submission */
function envelopeOf({ eventId, session, worker, n }) {
  const type = TYPES[n % TYPES.length]
  const payload = { type, n, session, worker, plan_file: 'plan.md', 'turn-id': `turn ${eventId}` }
  return { session_id: session, event_id: eventId, payload }
}
