import { isDeepStrictEqual } from 'node:util'
import { Door, readEvents } from '../../scripts/gateway/door.mjs'
import { envelope, ZEROS } from '../load/event-text.mjs'
import { millionPlan } from './plan.mjs'

/**
 * Reads a session of the made log over HTTP, adds an event to it through the door and compares the two: a log that was
 * made must be what the product would have written.
 * @param {{port: number, token: string}} server
 */
export async function checkMillion({ port, token }) {
  const door = new Door(port, token)
  try {
    const session = millionPlan().at(-1)
    if (session === undefined) throw new Error('the plan is empty')
    const path = `/api/sessions/${session.name}`
    const before = await readEvents(door, session.name, 0)
    const seqs = before.map(({ seq }) => seq)
    if (
      !isDeepStrictEqual(
        seqs,
        Array.from({ length: session.events }, (_, index) => index + 1),
      )
    )
      throw new Error(`${session.name} has ${before.length} events of ${session.events}, or not in order`)
    const meta = JSON.parse((await door.get(path)).text)
    if (meta.lastActivityAt !== before.at(-1)?.ts)
      throw new Error(`${session.name} was not last active with its last event`)
    const { status } = await door.post(`${path}/notify`, envelope(session.name))
    if (status !== 204) throw new Error(`the made log answered ${status} to an event`)
    const [added] = await readEvents(door, session.name, session.events)
    if (!isDeepStrictEqual(alike(added), alike(before.at(-1))))
      throw new Error(`an event of the made log differs: ${JSON.stringify([before.at(-1), added])}`)
  } finally {
    door.close()
  }
}

/** An event without what differs between any two. @param {object | undefined} event */
function alike(event) {
  const { seq, ts, ...rest } = JSON.parse(JSON.stringify(event).replaceAll(/bench:\d{16}/g, `bench:${ZEROS}`))
  return [typeof seq, typeof ts, rest]
}
