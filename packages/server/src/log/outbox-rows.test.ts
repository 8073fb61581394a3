import { describe, expect, it } from 'vitest'
import { binding, DAY, outbox } from './outbox.fixture.js'

describe('what is due', () => {
  it('is first of those of which the fewest run, then of those who have waited longest', () => {
    const box = outbox()
    const bindings = ['a', 'b', 'c'].map((id) => binding(id, 'post_webhook'))
    const events = Array.from({ length: 4 }, () => box.happen())
    for (const { offset } of events) box.take(offset, [offset], bindings.slice(0, 2))
    box.clock.now += 1_000
    const { offset } = box.happen()
    box.take(offset, [offset], bindings)
    const wanted = [{ activityId: 'post_webhook' as const, many: 3, ofOne: 3 }]
    const due = (running: [number, number][]) =>
      box.reads
        .dueDeliveries({ now: box.clock.now, wanted, running: new Map(running) })
        .due.map(({ triggerId }) => triggerId)
    expect(due([])).toEqual(['a', 'b', 'c'])
    expect(
      due([
        [1, 2],
        [2, 1],
      ]),
    ).toEqual(['c', 'b', 'a'])
    expect(due([[1, 3]])).toEqual(['b', 'c', 'b'])
  })

  it('is also what was put off by a clock that was set back since', () => {
    const box = outbox()
    const { offset } = box.happen()
    box.take(offset, [offset])
    const due = box.due()
    box.begin(due)
    box.settle(due.map((key) => ({ ...key, status: 'pending' as const, due: box.clock.now + 30_000 })))
    expect(box.due()).toEqual([])
    expect(box.due(box.clock.now - 3000_000)).toEqual([])
    expect(box.due(box.clock.now - 5000_000)).toHaveLength(3)
    // What came since is not in its way.
    box.clock.now -= 5000_000
    const later = box.happen()
    box.take(later.offset, [later.offset])
    expect(box.due()).toHaveLength(6)
  })
})

describe('pruning', () => {
  const limits = {
    doneBefore: 1_000_000 + 7 * DAY,
    otherBefore: 1_000_000 - DAY,
    newestDone: 100,
    newestOther: 100,
  }
  const prune = (box: ReturnType<typeof outbox>, some: Partial<typeof limits> = {}) => {
    const found = box.reads.prunable({ ...limits, ...some })
    box.step({ step: 'drop', ...found, unusedSince: { ...limits, ...some }.otherBefore })
    return found
  }

  it('removes what was done long ago, or is older than many others; what came to no good end stays longer', () => {
    const box = outbox()
    const events = Array.from({ length: 6 }, (_, n) => box.happen(`s${n}`))
    box.take(
      events.at(-1)?.offset ?? 0,
      events.map(({ offset }) => offset),
    )
    const due = box.due()
    box.begin(due.slice(0, 12))
    box.settle(
      due
        .slice(0, 12)
        .map(({ offset, binding: n }, at) =>
          at % 2 === 0
            ? { offset, binding: n, status: 'done' }
            : { offset, binding: n, status: 'dead', error: 'x' },
        ),
    )
    expect(prune(box, { doneBefore: 0 })).toEqual({ rows: [], bindings: [] })
    expect(box.reads.outboxState().counts).toEqual({ done: 6, dead: 6, pending: 6 })
    expect(prune(box, { doneBefore: 0, newestDone: 4, newestOther: 5 }).rows).toHaveLength(3)
    expect(box.reads.outboxState().counts).toEqual({ done: 4, dead: 5, pending: 6 })
    // The newest are those that stay.
    const { deliveries } = box.reads.deliveries({ tenantId: 'local', status: 'done', limit: 9 })
    expect(deliveries.map(({ event_id }) => event_id)).not.toContain(events[0]?.id)
    prune(box)
    expect(box.reads.outboxState().counts).toEqual({ dead: 5, pending: 6 })
    prune(box, { otherBefore: 1_000_000 + 31 * DAY })
    expect(box.reads.outboxState().counts).toEqual({ pending: 6 })
  })

  it('leaves alone what was asked for again, or used again, since it was looked', () => {
    const box = outbox()
    const { offset } = box.happen()
    box.take(offset, [offset])
    const due = box.due()
    box.step({ step: 'drop', rows: due, bindings: [1], unusedSince: 0 })
    expect([box.count('deliveries'), box.count('bindings')]).toEqual([3, 3])
    box.begin(due)
    box.step({ step: 'drop', rows: due, bindings: [], unusedSince: 0 })
    expect(box.count('deliveries')).toBe(3)
  })

  it('forgets bindings nobody needs any more', () => {
    const box = outbox()
    const { offset } = box.happen()
    box.take(offset, [offset])
    expect(box.count('bindings')).toBe(3)
    const long = { ...limits, otherBefore: 1_000_000 + 99 * DAY }
    prune(box, long)
    expect(box.count('bindings')).toBe(3)
    const due = box.due()
    box.begin(due)
    box.settle(due.map(({ offset: at, binding: n }) => ({ offset: at, binding: n, status: 'done' as const })))
    expect(prune(box, long)).toMatchObject({ rows: { length: 3 }, bindings: [] })
    expect(prune(box, long)).toEqual({ rows: [], bindings: [1, 2, 3] })
    expect(box.count('bindings')).toBe(0)
  })

  it('forgets bindings nobody needs also where older ones still wait, run or have ended lately', () => {
    const box = outbox()
    const bindings = ['waits', 'runs', 'ended', 'unused'].map((id) => binding(id, 'post_webhook'))
    const { offset } = box.happen()
    box.take(offset, [offset], bindings)
    const due = box.due()
    box.begin(due.slice(1))
    const end = (place: number) => {
      const { binding: n } = due[place] ?? { binding: 0 }
      box.settle([{ offset, binding: n, status: 'dead', error: 'x' }])
    }
    end(3)
    box.clock.now += 99 * DAY
    end(2)
    const since = { otherBefore: box.clock.now - 30 * DAY }
    expect(prune(box, since).rows).toEqual([{ offset, binding: 4 }])
    expect(prune(box, since)).toEqual({ rows: [], bindings: [4] })
    expect(box.count('bindings')).toBe(3)
  })
})
