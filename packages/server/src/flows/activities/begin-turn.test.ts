import { SignalboxError } from '@signalbox/protocol'
import { expect, it, vi } from 'vitest'
import { OWNER } from '../../identity.js'
import { beginTurn } from './begin-turn.js'

interface Scene {
  start?: () => Promise<string>
  begun?: string
  busy?: Promise<void>[]
  stopping?: true
}

/** A wish in a session that is so; `busy` is told at one look after the other. */
async function begin({ start = async () => 'turn_1', begun, busy = [], stopping }: Scene) {
  const touches = vi.fn()
  const starting = vi.fn(start)
  const submission = async () => (begun === undefined ? undefined : { seq: 1, ts: 1, turnId: begun })
  const outcome = await beginTurn(
    {
      log: { reader: { submission } as never },
      turns: { start: starting },
      live: { get: () => ({ busy: busy.shift() }) as never },
    },
    {
      caller: { identity: OWNER, via: 'flow' },
      sessionId: 's',
      wish: { text: 'Go', clientTurnId: 'ev/t/0' },
      task: { touches },
      signal: stopping ? AbortSignal.abort() : new AbortController().signal,
    },
  )
  return { outcome, started: starting.mock.calls.length, touched: touches.mock.calls.length }
}

const inProgress = async () => {
  throw new SignalboxError('turnInProgress')
}

it('begins a turn once, and says so before', async () => {
  expect(await begin({})).toEqual({ outcome: 'turn_1', started: 1, touched: 1 })
  expect(await begin({ begun: 'turn_0' })).toEqual({ outcome: 'turn_0', started: 0, touched: 0 })
})

it('begins none when the gateway stops', async () => {
  const { outcome, started } = await begin({ stopping: true })
  expect([outcome, started]).toEqual([expect.objectContaining({ retry: true, uncounted: true }), 0])
})

it('waits for a turn that runs: also one that began in the same moment, or that nobody knows of', async () => {
  const over = Promise.resolve()
  const waits = { ok: false, retry: true, uncounted: true }
  expect(await begin({ busy: [over] })).toMatchObject({
    ...{ outcome: { ...waits, busy: { over } }, started: 0, touched: 0 },
  })
  const late = await begin({ start: inProgress, busy: [undefined as never, over] })
  expect(late).toMatchObject({ outcome: { ...waits, busy: { over } }, started: 1 })
  expect(await begin({ start: inProgress })).toMatchObject({ outcome: { ...waits, busy: {} } })
})

it('passes on what else is refused', async () => {
  const start = async () => {
    throw new SignalboxError('paused')
  }
  await expect(begin({ start })).rejects.toMatchObject({ kind: 'paused' })
})
