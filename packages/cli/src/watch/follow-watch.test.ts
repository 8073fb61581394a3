import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { UsageError } from '@signalbox/server/config'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { HttpRefusal } from '../gateway/call.js'
import { startWatchGateway } from '../test/watch-gateway.js'
import { type FollowOptions, followWatch, type WatchTold } from './follow-watch.js'

const gateway = await startWatchGateway()
afterAll(() => gateway.stop())
const address = { origin: gateway.env.SIGNALBOX_URL, token: 'watch' }
gateway.state({ sessionId: 'a', state: 'busy', since: 1, agent: 'codex' })

/** Follows until `enough` of what is told is told. */
async function followUntil(
  enough: (told: WatchTold[]) => boolean,
  react: (one: WatchTold) => void = () => undefined,
  silence?: FollowOptions['silence'],
) {
  const told: WatchTold[] = []
  const done = new AbortController()
  await followWatch(address, {
    signal: done.signal,
    now: () => 1000,
    random: () => 0,
    wait: async () => undefined,
    ...(silence === undefined ? {} : { silence }),
    tell: (one) => {
      told.push(one)
      react(one)
      if (enough(told)) done.abort()
    },
  })
  return told
}
const kinds = (told: WatchTold[]) => told.map((one) => (one.of === 'link' ? one.link.state : one.of))

describe('followWatch', () => {
  it('tells the list, then what changes', async () => {
    const told = await followUntil(
      (all) => all.some(({ of }) => of === 'state'),
      ({ of }) =>
        void (of === 'list' && gateway.state({ sessionId: 'b', state: 'idle', since: 2, agent: 'claude' })),
    )
    expect(kinds(told)).toEqual(['live', 'list', 'state'])
    expect(told[1]).toMatchObject({ entries: [{ sessionId: 'a' }] })
    expect(told[2]).toMatchObject({ entry: { sessionId: 'b', state: 'idle' } })
  })

  it('connects again after a cut, and says so in between', async () => {
    let cuts = 0
    const told = await followUntil(
      (all) => all.filter(({ of }) => of === 'list').length === 2,
      ({ of }) => void (of === 'list' && cuts++ === 0 && setImmediate(() => gateway.cut())),
    )
    expect(kinds(told)).toEqual(['live', 'list', 'reconnecting', 'live', 'list'])
    expect(told[2]).toEqual({ of: 'link', link: { state: 'reconnecting', retryAt: 1250 } })
  })

  it('takes silence for a connection that died', async () => {
    let expire = () => {}
    let lists = 0
    const told = await followUntil(
      (all) => all.filter(({ of }) => of === 'list').length === 2,
      ({ of }) => void (of === 'list' && lists++ === 0 && setImmediate(() => expire())),
      (expired) => {
        expire = expired
        return { heard: () => undefined, stop: () => undefined }
      },
    )
    expect(kinds(told)).toEqual(['live', 'list', 'reconnecting', 'live', 'list'])
  })

  it('goes on trying after the first time, unless its token is refused', async () => {
    const moody = await startWatchGateway()
    onTestFinished(() => moody.stop())
    const refusals = [502, 404, 503, 401]
    const next = () => {
      const status = refusals.shift()
      if (status !== undefined) moody.refuse(status, { detail: 'not now' })
    }
    const states: string[] = []
    const following = followWatch(
      { origin: moody.env.SIGNALBOX_URL, token: '' },
      {
        signal: new AbortController().signal,
        wait: async () => next(),
        tell: (one) => {
          if (one.of === 'link') states.push(one.link.state)
          if (one.of === 'list') setImmediate(() => moody.cut())
        },
      },
    )
    await expect(following).rejects.toThrow('refused the token')
    expect(states).toEqual(['live', ...Array(4).fill('reconnecting')])
  })

  it('tells at once when there is nobody', async () => {
    const signal = new AbortController().signal
    const nobody = followWatch({ origin: 'http://127.0.0.1:1', token: '' }, { signal, tell: () => undefined })
    await expect(nobody).rejects.toThrow(
      'No gateway answers at http://127.0.0.1:1. Start one with: signalbox up',
    )
    await expect(nobody).rejects.toBeInstanceOf(UsageError)
  })

  it('tells of one who listens and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const { signal } = new AbortController()
    const hanging = followWatch({ origin, token: '' }, { signal, tell: () => undefined, answerMs: 50 })
    await expect(hanging).rejects.toThrow(`What listens at ${origin} does not answer.`)
    silent.close()
  })

  it.each([
    [401, {}, UsageError, 'refused the token'],
    [404, {}, UsageError, 'older than this command'],
    [403, { detail: 'not for you' }, HttpRefusal, 'not for you'],
    [500, {}, UsageError, 'is no Signalbox'],
  ])('tells a refusal with %i', async (status, problem, kind, sentence) => {
    const strict = await startWatchGateway()
    try {
      strict.refuse(status, problem)
      const signal = new AbortController().signal
      const origin = strict.env.SIGNALBOX_URL
      const refused = followWatch({ origin, token: '' }, { signal, tell: () => undefined })
      await expect(refused).rejects.toThrow(sentence)
      await expect(refused).rejects.toBeInstanceOf(kind)
    } finally {
      await strict.stop()
    }
  })
})
