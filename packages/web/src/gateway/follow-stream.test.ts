import { expect, it } from 'vitest'
import { followStream, type StreamOptions, type StreamState } from './follow-stream.js'

const streaming = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const problem = (status: number) => Response.json({ detail: 'Not so.' }, { status })

/** Follows a gateway that gives these answers one after the other, and then none any more. */
async function following(answers: (() => Response)[], options: Partial<StreamOptions> = {}) {
  const states: StreamState[] = []
  const heard: string[] = []
  const sent: Record<string, string>[] = []
  const waited: number[] = []
  await new Promise<void>((resolve) => {
    const following = followStream('/api/logs/stream', {
      onState(state) {
        states.push(state)
        if (state.state === 'refused') resolve()
      },
      onMessage: ({ data, id }) => heard.push(`${id} ${data}`),
      now: () => 1000,
      random: () => 1,
      async wait(ms) {
        waited.push(ms)
        if (answers.length > 0) return
        resolve()
        following.stop()
      },
      async read(_path, init) {
        sent.push(init?.headers as Record<string, string>)
        const answer = answers.shift()
        if (!answer) throw new TypeError('nobody there')
        return answer()
      },
      ...options,
    })
  })
  return { states: states.map(({ state }) => state), last: states.at(-1), heard, sent, waited }
}

it('goes on from the last message after a cut', async () => {
  const { heard, sent, states } = await following([
    () => streaming('id: 1\ndata: a\n\nid: 2\ndata: b\n\n'),
    () => streaming('id: 3\ndata: c\n\n'),
  ])
  expect(heard).toEqual(['1 a', '2 b', '3 c'])
  expect(sent.map((headers) => headers['last-event-id'])).toEqual([undefined, '2'])
  expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live', 'reconnecting'])
})

it('begins where it is told to', async () => {
  const { sent } = await following([() => streaming('')], { lastId: '40' })
  expect(sent[0]?.['last-event-id']).toBe('40')
})

it('waits longer after each failure, and from the beginning after a success', async () => {
  const down = () => problem(503)
  const { waited } = await following([down, down, down, () => streaming('data: a\n\n'), down])
  expect(waited).toEqual([500, 1000, 2000, 500, 1000])
})

it('says why it was refused, and does not ask again', async () => {
  const { last, sent } = await following([() => problem(400), () => streaming('')])
  expect(last).toEqual({ state: 'refused', status: 400, says: 'Not so.' })
  expect(sent).toHaveLength(1)
})

it('tells nothing any more once it is stopped, and where it was', async () => {
  const heard: string[] = []
  const lastId = await new Promise<string>((resolve) => {
    const following = followStream('/x', {
      onState: () => undefined,
      onMessage({ data }) {
        heard.push(data)
        resolve(following.stop())
      },
      read: async () => streaming('id: 5\ndata: a\n\nid: 6\ndata: b\n\n'),
    })
  })
  expect(heard).toEqual(['a'])
  expect(lastId).toBe('5')
})
