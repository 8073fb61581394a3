import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BARRIER, FREE, type Lane, RequestLanes } from './request-lanes.js'

/** A task that is over when the test says so. */
function task() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const state = { begun: false, end: () => end() }
  const run = () => {
    state.begun = true
    return ended
  }
  return Object.assign(state, { run })
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
const on = (key: string): Lane => ({ kind: 'lane', key })

describe('RequestLanes', () => {
  it('begins what is in one lane one after the other, and other lanes beside it', async () => {
    const lanes = new RequestLanes()
    const [a1, a2, b, free] = [task(), task(), task(), task()]
    void lanes.run(on('a'), a1.run)
    void lanes.run(on('a'), a2.run)
    void lanes.run(on('b'), b.run)
    void lanes.run(FREE, free.run)
    await settled()
    expect([a1.begun, a2.begun, b.begun, free.begun]).toEqual([true, false, true, true])
    a1.end()
    await settled()
    expect(a2.begun).toBe(true)
  })

  it('begins a barrier when all before it are over, and what comes after when it is', async () => {
    const lanes = new RequestLanes()
    const [before, free, barrier, after, afterwards] = [task(), task(), task(), task(), task()]
    void lanes.run(on('a'), before.run)
    void lanes.run(FREE, free.run)
    void lanes.run(BARRIER, barrier.run)
    void lanes.run(FREE, after.run)
    void lanes.run(on('a'), afterwards.run)
    free.end()
    await settled()
    expect([barrier.begun, after.begun]).toEqual([false, false])
    before.end()
    await settled()
    expect([barrier.begun, after.begun, afterwards.begun]).toEqual([true, false, false])
    barrier.end()
    await settled()
    expect([after.begun, afterwards.begun]).toEqual([true, true])
  })

  it('says when there is room, and when all is over; keeps nothing', async () => {
    const lanes = new RequestLanes()
    const tasks = [task(), task(), task()]
    for (const one of tasks) void lanes.run(FREE, one.run)
    let room = false
    const waiting = lanes.fewerThan(3).then(() => {
      room = true
    })
    await settled()
    expect([room, lanes.size]).toEqual([false, 3])
    tasks[1]?.end()
    await waiting
    expect(lanes.size).toBe(2)
    const over = lanes.allOver()
    tasks[0]?.end()
    tasks[2]?.end()
    await over
    await settled()
    expect(lanes.size).toBe(0)
    await lanes.fewerThan(1)
  })

  it('keeps the order of every lane and of barriers, in whatever order tasks end', async () => {
    const lane = fc.oneof(fc.constant(FREE), fc.constant(BARRIER), fc.constantFrom('a', 'b', 'c').map(on))
    await fc.assert(
      fc.asyncProperty(
        fc.array(lane, { maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        async (asked, picks) => {
          const lanes = new RequestLanes()
          const running = new Map<number, () => void>()
          const over = new Set<number>()
          const mustBeOver = (index: number): number[] =>
            asked.flatMap((earlier, at) => (at < index && keepsOrder(earlier, asked[index]) ? [at] : []))
          for (const [index, one] of asked.entries()) {
            void lanes.run(one, () => {
              for (const at of mustBeOver(index)) expect(over.has(at), `${at} before ${index}`).toBe(true)
              return new Promise((resolve) => void running.set(index, resolve))
            })
          }
          while (over.size < asked.length) {
            await settled()
            // Somebody is always under way: nothing waits in a circle.
            const open = [...running.keys()]
            expect(open.length).toBeGreaterThan(0)
            const chosen = open[picks.next().value % open.length] ?? 0
            over.add(chosen)
            running.get(chosen)?.()
            running.delete(chosen)
          }
          await lanes.allOver()
          await settled()
          expect(lanes.size).toBe(0)
        },
      ),
      { numRuns: 50 },
    )
  })
})

function keepsOrder(earlier: Lane, later: Lane | undefined): boolean {
  if (!later) return false
  if (earlier.kind === 'barrier' || later.kind === 'barrier') return true
  return earlier.kind === 'lane' && later.kind === 'lane' && earlier.key === later.key
}
