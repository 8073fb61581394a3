import { afterEach, describe, expect, it } from 'vitest'
import { Receiver } from './receiver.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
const around = (signal = new AbortController().signal) => ({
  signal,
  closing: (end: () => void) => void ends.push(end),
})

describe('Receiver', () => {
  it('keeps what it is sent, and answers', async () => {
    const receiver = await Receiver.open(around())
    const heard = receiver.call({ path: '/b' })
    for (const path of ['/a', '/b?c=d', '/b']) {
      const answer = await fetch(`${receiver.url}${path}`, { method: 'POST', body: `to ${path}` })
      expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
    }
    expect(await heard).toMatchObject({ method: 'POST', path: '/b', body: 'to /b' })
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/a', '/b?c=d', '/b'])
  })

  it('answers as it is told, call by call', async () => {
    const receiver = await Receiver.open(around(), (_call, count, response) => {
      response.writeHead(count === 1 ? 500 : 410).end()
    })
    const statuses = [(await fetch(receiver.url)).status, (await fetch(receiver.url)).status]
    expect(statuses).toEqual([500, 410])
  })

  it('is waited for no longer than the case may take, and says what came instead', async () => {
    const over = new AbortController()
    const receiver = await Receiver.open(around(over.signal))
    await fetch(`${receiver.url}/a`)
    const call = receiver.call({ path: '/b' })
    over.abort()
    await expect(call).rejects.toThrow(/waited for .*GET \/a/)
  })
})
