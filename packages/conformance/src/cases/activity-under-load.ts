import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import type { EventStream } from '../engine/event-stream.js'
import { expectSame, held } from '../engine/failure.js'

const BATCHES = 20
const PER_BATCH = 8
const ALL = Array.from({ length: BATCHES * PER_BATCH }, (_, n) => `m${n}`)

/** Notifications without a pause, batch after batch; `between` is told which batch is on its way. */
async function pour(context: Context, session: string, between: (batch: number) => void): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' }
  for (let batch = 0; batch < BATCHES; batch++) {
    const messages = ALL.slice(batch * PER_BATCH, (batch + 1) * PER_BATCH)
    const lines = messages.map((message) =>
      JSON.stringify({ session_id: session, payload: { type: 'notification', message } }),
    )
    const posted = context.http({ method: 'POST', path: '/api/events', headers, body: lines.join('\n') })
    between(batch)
    await posted
  }
}

/** Where the log is now. */
async function head(context: Context): Promise<string> {
  const stream = await context.activity()
  const end = (await stream.replay()).at(-1)
  stream.close()
  return String(end?.cursor)
}

/** What a stream told of these notifications, and the last id of all. */
function heardOn({ blocks }: EventStream) {
  const ids = blocks.flatMap(({ id, event }) => (id === undefined || event !== undefined ? [] : [id]))
  const messages = blocks.map(({ frame }) => String(frame.message))
  return { messages: messages.filter((message) => /^m\d+$/.test(message)), last: ids.at(-1) }
}

/** Reading activity while events arrive: nothing is missed, nothing comes twice. */
export const activityUnderLoad: readonly ConformanceCase[] = [
  {
    id: 'activity-join-under-load',
    verifies: ['HARMONIZE-092'],
    title: 'readers that come while events arrive have every event once, in order',
    async run(context) {
      const name = context.name()
      const cursor = await head(context)
      const hear = async () => {
        const stream = await context.activity('', { 'last-event-id': cursor })
        await stream.frame({ message: ALL.at(-1) })
        return heardOn(stream).messages
      }
      const readers: Promise<string[]>[] = []
      await pour(context, name, (batch) => batch % 2 === 1 && readers.push(held(hear())))
      for (const messages of await Promise.all(readers)) expectSame('what was heard', messages, ALL)
      expectSame('the readers', readers.length, BATCHES / 2)
    },
  },
  {
    id: 'activity-resume-under-load',
    verifies: ['HARMONIZE-092'],
    title: 'a reader that is cut off again and again has every event once, in order',
    async run(context) {
      const name = context.name()
      let cursor = await head(context)
      const pouring = held(pour(context, name, () => undefined))
      const heard: string[] = []
      while (heard.length < ALL.length) {
        const stream = await context.activity('', { 'last-event-id': cursor })
        await stream.frame({ message: ALL[Math.min(heard.length + 30, ALL.length) - 1] })
        stream.close()
        const { messages, last } = heardOn(stream)
        heard.push(...messages)
        cursor = last ?? cursor
      }
      await pouring
      expectSame('what was heard', heard, ALL)
    },
  },
]
