import type { DeliveryStatus } from '@signalbox/protocol/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AFTER_CRASH, BINDINGS, binding, DAY, outbox } from './outbox.fixture.js'
import type { DeliveryKey, Settled } from './outbox.js'
import { boundedJson, MAX_RESPONSE } from './outbox-writer.js'
import { MAX_CRASHES } from './sqlite/delivery-writes.js'

type Step = 'happen' | 'match' | 'begin' | 'done' | 'fail' | 'dead' | 'crash' | 'later'
const STEPS: readonly Step[] = ['happen', 'match', 'begin', 'done', 'fail', 'dead', 'crash', 'later']

describe('whatever happens in whatever order, with a kill between any two steps', () => {
  /** What the outbox must hold, in the plainest form. */
  interface Model {
    status: Map<string, DeliveryStatus>
    /** How often each was begun. */
    runs: Map<string, number>
  }

  it('does every match at least once or says it is not known, and nothing that is done again', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 40 }), (steps) => {
        const box = outbox()
        const model: Model = { status: new Map(), runs: new Map() }
        const offsets: { offset: number; id: string }[] = []
        const ids = new Map<string, string>()
        const keyOf = ({ offset, binding: n }: DeliveryKey) => ids.get(`${offset}.${n}`) ?? ''
        let matched = 0
        let running: DeliveryKey[] = []

        const act: Record<Step, () => void> = {
          happen: () => void offsets.push(box.happen(`s${offsets.length % 3}`)),
          match() {
            const fresh = offsets.slice(matched)
            const last = offsets.at(-1)
            if (!last) return
            // From further back than need be, as after a kill: what was taken stays as it is.
            box.take(
              last.offset,
              offsets.slice(Math.max(0, matched - 1)).map(({ offset }) => offset),
            )
            for (const { id } of fresh)
              for (const { triggerId } of BINDINGS) model.status.set(`${id}/${triggerId}/0`, 'pending')
            matched = offsets.length
          },
          begin() {
            const due = box.due().slice(0, 4)
            for (const { offset, binding: n, id } of due) ids.set(`${offset}.${n}`, id)
            for (const { id } of due) expect(model.status.get(id)).toBe('pending')
            const begun = box.begin(due.map(({ offset, binding: n }) => ({ offset, binding: n })))
            expect(begun).toHaveLength(due.length)
            for (const { id } of due) {
              model.status.set(id, 'running')
              model.runs.set(id, (model.runs.get(id) ?? 0) + 1)
            }
            running.push(...begun)
          },
          done: () => end('done', (key) => ({ ...key, status: 'done' })),
          fail: () =>
            end('pending', (key) => ({ ...key, status: 'pending', due: box.clock.now + 1_000, error: 'x' })),
          dead: () => end('dead', (key) => ({ ...key, status: 'dead', error: 'x' })),
          crash() {
            box.recover()
            for (const key of running)
              model.status.set(keyOf(key), keyOf(key).includes('/pane/') ? 'unknown' : 'pending')
            running = []
          },
          later() {
            box.clock.now += 1_500
          },
        }
        function end(status: DeliveryStatus, settled: (key: DeliveryKey) => Settled) {
          const key = running.shift()
          if (!key) return
          box.settle([settled(key)])
          model.status.set(keyOf(key), status)
        }

        for (const step of steps) act[step]()
        for (const [id, status] of model.status) expect(box.statusOf(id), id).toBe(status)
        expect(box.count('deliveries')).toBe(model.status.size)

        // A last start that is left alone.
        act.crash()
        act.match()
        const before = new Map(model.runs)
        const finished = [...model.status].filter(([, status]) => status === 'done').map(([id]) => id)
        for (let round = 0; round < 100; round++) {
          act.later()
          act.begin()
          if (running.length === 0) break
          while (running.length > 0) act.done()
        }
        for (const [id, status] of model.status) {
          expect(['done', 'dead', 'unknown']).toContain(status)
          expect(box.statusOf(id)).toBe(status)
          expect(model.runs.get(id)).toBeGreaterThan(0)
        }
        for (const id of finished) expect(model.runs.get(id)).toBe(before.get(id))
      }),
      { numRuns: 25 },
    )
  })
})

describe('events that are removed by age', () => {
  it('take what is done for them along; what was to be done is dead, and still told by its id', () => {
    const box = outbox()
    const old = box.happen('old')
    box.take(old.offset, [old.offset])
    const [hook, toast] = box.due()
    box.begin([hook, toast].flatMap((row) => row ?? []))
    if (hook) box.settle([{ offset: hook.offset, binding: hook.binding, status: 'done' }])
    box.clock.now += 100 * DAY
    const fresh = box.happen('old')
    box.run({ kind: 'retain', after: 0, olderThan: box.clock.now - DAY, maxBytes: 1 })
    expect(box.reads.eventAt(old.offset)).toBeUndefined()
    expect(box.statusOf(`${old.id}/hook/0`)).toBeUndefined()
    expect(box.reads.delivery('local', `${old.id}/pane/0`)).toMatchObject({
      ...{ status: 'dead', event_id: old.id, event_type: 'notify_event', session_id: old.sessionId },
      error: 'the event is no longer kept',
    })
    // What runs is let run; it is told by its id too.
    expect(box.statusOf(`${old.id}/toast/0`)).toBe('running')
    if (toast) box.settle([{ offset: toast.offset, binding: toast.binding, status: 'pending', due: 0 }])
    const again = box.due().find(({ id }) => id === `${old.id}/toast/0`)
    expect(again?.event).toBeUndefined()
    const key = box.reads.deliveryKey('local', `${old.id}/pane/0`)
    expect(() => box.step({ step: 'retry', key: key ?? { offset: 0, binding: 0 } })).toThrow('no longer kept')
    box.run({ kind: 'delete', tenantId: 'local', sessionId: fresh.sessionId })
    expect(box.count('deliveries')).toBe(0)
  })
})

describe('a start after a kill', () => {
  const running = () => {
    const box = outbox()
    const { offset, id } = box.happen()
    box.take(offset, [offset], [binding('hook', 'post_webhook')])
    const crash = (times: number) => {
      for (let n = 0; n < times; n++) {
        box.begin(box.due())
        box.recover()
      }
    }
    return { box, crash, delivery: () => box.reads.delivery('local', `${id}/hook/0`) }
  }

  it('gives the attempt back that was cut short', () => {
    const { box, crash, delivery } = running()
    crash(3)
    expect(delivery()).toMatchObject({ status: 'pending', attempts: 0 })
    expect(box.due()).toMatchObject([{ attempts: 0, begunBefore: true }])
  })

  it('gives up what it was killed in the middle of again and again', () => {
    const { box, crash, delivery } = running()
    crash(MAX_CRASHES)
    expect(delivery()).toMatchObject({ status: 'pending' })
    // An end of any kind begins the count anew.
    const [key] = box.due()
    box.begin(box.due())
    box.settle(key ? [{ ...key, status: 'pending', due: box.clock.now }] : [])
    crash(MAX_CRASHES)
    expect(delivery()).toMatchObject({ status: 'pending' })
    crash(1)
    expect(delivery()).toMatchObject({ status: 'dead', error: expect.stringContaining('21 times in a row') })
    box.step({ step: 'retry', key: key ?? { offset: 0, binding: 0 } })
    crash(1)
    expect(delivery()).toMatchObject({ status: 'pending' })
  })
})

it('takes the same places anew in a log that was put back from a backup', () => {
  const box = outbox()
  const { offset } = box.happen()
  const take = (epoch: string, of: string) =>
    box.step({
      ...{ step: 'take', epoch },
      taken: { cursor: offset, bindings: [binding(of, 'post_webhook')], rows: [{ offset, binding: 0 }] },
    })
  take('before', 'a')
  take('before', 'b')
  expect(box.count('deliveries')).toBe(1)
  take('after', 'c')
  expect(box.due().map(({ triggerId }) => triggerId)).toEqual(['a', 'c'])
  expect(box.reads.outboxState().matched).toEqual({ epoch: 'after', offset })
})

it('does nothing of what a backup says is to be done or under way', () => {
  const box = outbox()
  const { offset } = box.happen()
  box.take(offset, [offset])
  box.begin(box.due().slice(0, 1))
  expect(box.reads.outboxState().counts).toEqual({ running: 1, pending: 2 })
  box.step({ step: 'recover', recovery: { afterCrash: AFTER_CRASH, restored: true } })
  expect(box.reads.outboxState().counts).toEqual({ unknown: 3 })
})

describe('a binding', () => {
  it('is kept once however many events it is for, and anew when it says something else', () => {
    const box = outbox()
    const [first, second, third] = [box.happen(), box.happen(), box.happen()]
    box.take(first.offset, [first.offset])
    box.take(second.offset, [second.offset])
    expect(box.count('bindings')).toBe(3)
    const changed = [{ ...binding('hook', 'post_webhook'), config: { of: 'another' } }]
    box.take(third.offset, [third.offset], changed)
    expect(box.count('bindings')).toBe(4)
    const configs = box
      .due()
      .filter(({ triggerId }) => triggerId === 'hook')
      .map(({ config }) => config.of)
    expect(configs.sort()).toEqual(['another', 'hook', 'hook'])
  })
})

it('keeps answers within bounds, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 30 }), fc.oneof(fc.string(), fc.integer(), fc.json())),
      (response) => {
        expect(JSON.parse(boundedJson(response))).toEqual(JSON.parse(JSON.stringify(response)))
      },
    ),
  )
  const long = 'x'.repeat(MAX_RESPONSE)
  for (const response of [
    { body: long },
    { [long]: 1 },
    Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [n, n])),
    { a: [long] },
  ]) {
    const text = boundedJson(response)
    expect(text.length).toBeLessThanOrEqual(MAX_RESPONSE)
    expect(JSON.parse(text)).toMatchObject({ cut: true })
  }
})
