import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { NameLookups, type NameLookupsDeps, NameNotAsked } from './name-lookups.js'

const FOUND = [{ address: '93.184.216.34', family: 4 }]

/** Lookups whose answers and clock are in the hand of the test. */
function lookups(more: NameLookupsDeps = {}) {
  const clock = { now: 0 }
  const asked: string[] = []
  const underWay = new Map<string, (error?: Error) => void>()
  const names = new NameLookups({
    clock: () => clock.now,
    resolve: (name) =>
      new Promise((resolve, reject) => {
        expect(underWay.has(name)).toBe(false)
        asked.push(name)
        underWay.set(name, (error) => {
          underWay.delete(name)
          if (error) reject(error)
          else resolve(FOUND)
        })
      }),
    ...more,
  })
  /** Nothing is left to be done before the next answer. */
  const settled = () => setImmediate()
  const answer = async (name: string, error?: Error) => {
    await settled()
    underWay.get(name)?.(error)
    await settled()
  }
  /** What became of somebody who asks. */
  const ask = (name: string) => {
    const one = { name, begun: false, outcome: 'waits' }
    names
      .find(name, () => {
        one.begun = true
      })
      .then(
        (found) => {
          one.outcome = found === FOUND ? 'found' : 'something else'
        },
        (error: unknown) => {
          one.outcome = error instanceof NameNotAsked ? 'not asked' : String(error)
        },
      )
    return one
  }
  /** A name that takes long, and is known to. */
  const makeSlow = async (name: string) => {
    const one = ask(name)
    await settled()
    clock.now += 1001
    await answer(name)
    expect(one.outcome).toBe('found')
  }
  return { names, clock, asked, underWay, settled, answer, ask, makeSlow }
}

describe('NameLookups', () => {
  it('asks once for a name, for all who come meanwhile', async () => {
    const { ask, answer, asked, settled } = lookups()
    const first = ask('a.example')
    await settled()
    const others = [ask('a.example'), ask('a.example')]
    await settled()
    expect(asked).toEqual(['a.example'])
    await answer('a.example')
    for (const one of [first, ...others]) expect(one).toMatchObject({ begun: true, outcome: 'found' })
    // What was found is not kept: where a name leads may change.
    ask('a.example')
    await settled()
    expect(asked).toEqual(['a.example', 'a.example'])
  })

  it('tells all of them what went wrong, and asks again the next time', async () => {
    const { ask, answer, settled } = lookups()
    const both = [ask('a.example'), ask('a.example')]
    await answer('a.example', new Error('ENOTFOUND'))
    for (const one of both) expect(one.outcome).toBe('Error: ENOTFOUND')
    const again = ask('a.example')
    await answer('a.example')
    await settled()
    expect(again.outcome).toBe('found')
  })

  it('lets one slow name hold one thread, however many wait for it, and no other name wait', async () => {
    const { ask, answer, asked, settled } = lookups()
    for (let n = 0; n < 30; n++) ask('slow.example')
    for (const name of ['b.example', 'c.example', 'd.example']) {
      const one = ask(name)
      await answer(name)
      expect(one.outcome).toBe('found')
    }
    await settled()
    expect(asked).toEqual(['slow.example', 'b.example', 'c.example', 'd.example'])
  })

  it('asks for two names at once, the others in the order they came', async () => {
    const { ask, answer, asked, settled } = lookups()
    const all = ['a', 'b', 'c', 'd'].map(ask)
    await settled()
    expect(asked).toEqual(['a', 'b'])
    expect(all.map(({ begun }) => begun)).toEqual([true, true, false, false])
    await answer('b')
    await answer('a')
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keeps a thread for quick names: slow ones share the other', async () => {
    const { ask, answer, asked, makeSlow, settled } = lookups()
    for (const name of ['slow 1', 'slow 2', 'slow 3']) await makeSlow(name)
    asked.length = 0
    for (const name of ['slow 1', 'slow 2', 'slow 3', 'quick']) ask(name)
    await settled()
    expect(asked).toEqual(['slow 1', 'quick'])
    await answer('quick')
    expect(asked).toEqual(['slow 1', 'quick'])
    // One that was quick this time is slow no more.
    await answer('slow 1')
    expect(asked).toEqual(['slow 1', 'quick', 'slow 2'])
    ask('slow 1')
    await settled()
    expect(asked).toEqual(['slow 1', 'quick', 'slow 2', 'slow 1'])
  })

  it('asks for names that were found quickly before those nobody knows', async () => {
    const { ask, answer, asked } = lookups()
    ask('quick')
    await answer('quick')
    for (const name of ['new 1', 'new 2', 'new 3', 'quick']) ask(name)
    await answer('new 1')
    expect(asked).toEqual(['quick', 'new 1', 'new 2', 'quick'])
  })

  it('takes a name for slow before it has answered', async () => {
    const { ask, asked, clock, makeSlow, settled } = lookups()
    await makeSlow('slow')
    ask('new')
    await settled()
    clock.now += 1001
    ask('slow')
    ask('quick')
    await settled()
    expect(asked).toEqual(['slow', 'new', 'quick'])
  })

  it('tells who waits in vain that nobody was asked; the name keeps its place', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { names, ask, answer, asked } = lookups()
    for (const name of ['a', 'b']) ask(name)
    const waits = ask('c')
    await vi.advanceTimersByTimeAsync(1999)
    expect(waits).toMatchObject({ begun: false, outcome: 'waits' })
    const said = expect(names.find('c')).rejects.toThrow('c was not asked for yet: other names take long')
    await vi.advanceTimersByTimeAsync(1)
    expect(waits).toMatchObject({ begun: false, outcome: 'not asked' })
    await vi.advanceTimersByTimeAsync(1999)
    await said
    ask('d')
    const back = ask('c')
    await answer('a')
    expect(asked).toEqual(['a', 'b', 'c'])
    // Once it is asked for, nobody's patience ends.
    await vi.advanceTimersByTimeAsync(10_000)
    expect(back).toMatchObject({ begun: true, outcome: 'waits' })
    await answer('c')
    expect(back.outcome).toBe('found')
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
  })

  it('asks the system where nothing else is given', async () => {
    expect((await new NameLookups().find('localhost')).map(({ address }) => address)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
    )
  })

  it('never asks for more than two names at once, nor twice for one, and forgets nobody', async () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      ms: fc.nat(1500),
      ends: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { ask, answer, clock, underWay, settled } = lookups({ patienceMs: 60_000 })
        const all: { outcome: string }[] = []
        for (const { name, ms, ends } of steps) {
          clock.now += ms
          if (ends) await answer(name, ms % 2 ? new Error('gone') : undefined)
          else all.push(ask(name))
          await settled()
          expect(underWay.size).toBeLessThanOrEqual(2)
        }
        for (let left = 6; underWay.size > 0 && left > 0; left--)
          for (const name of [...underWay.keys()]) await answer(name)
        expect(all.filter(({ outcome }) => outcome === 'waits')).toEqual([])
      }),
    )
  })
})
