import { expect, it } from 'vitest'
import { startGateway } from '../docs/gateway.mjs'
import { notify, openLines, rpc } from './lines.mjs'

const REQUESTS = 10_000
const THREADS = 40

it('10,000 requests on one connection under load: what each set off comes before its answer', async ({
  onTestFinished,
}) => {
  const { env } = await startGateway(onTestFinished)
  const gateway = { url: env.SIGNALBOX_URL, token: env.SIGNALBOX_TOKEN }
  const stream = openLines(gateway, { method: 'POST' })
  onTestFinished(() => stream.close())
  await stream.opened
  const threads = []
  for (let n = 0; n < THREADS; n++) threads.push((await rpc(gateway, 'thread/start')).thread_id)

  let working = true
  const load = ['one', 'two'].map(async (session) => {
    while (working) await notify(gateway, session, 50)
  })
  for (let id = 1; id <= REQUESTS; id++) {
    const turn = Math.floor((id - 1) / THREADS)
    const thread_id = threads[(id - 1) % THREADS]
    stream.send({ id, method: turn % 2 === 0 ? 'thread/pause' : 'thread/resume', params: { thread_id } })
  }
  let answered = 0
  let looked = 0
  await stream.until((lines) => {
    for (; looked < lines.length; looked++) if (lines[looked].id !== undefined) answered += 1
    return answered === REQUESTS
  })
  working = false
  await Promise.all(load)

  // Of each thread the first pause was told before it was answered, then its resumption, and so on.
  const told = new Map()
  const answers = new Map()
  let notices = 0
  for (const { id, method, params, result, error } of stream.lines) {
    if (method === 'thread/paused' || method === 'thread/resumed') {
      told.set(params.thread_id, [...(told.get(params.thread_id) ?? []), params.state])
    } else if (id === undefined) notices += 1
    else {
      expect(error).toBeUndefined()
      const number = (answers.get(result.thread_id) ?? 0) + 1
      answers.set(result.thread_id, number)
      const states = told.get(result.thread_id) ?? []
      expect([id, states.length]).toEqual([id, number])
      expect(states.at(-1)).toBe(result.state)
    }
  }
  expect([...answers.values()]).toEqual(Array.from(threads, () => REQUESTS / THREADS))
  expect(notices).toBeGreaterThan(1000)
}, 120_000)
