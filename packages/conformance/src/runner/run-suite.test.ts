import { describe, expect, it } from 'vitest'
import type { ConformanceCase } from '../case.js'
import type { Target } from '../engine/target.js'
import { runSuite } from './run-suite.js'

const target: Target = { url: 'http://127.0.0.1:9', token: '', has: new Set(['slow']) }

/** Cases that tell when they begin and end, and end when they are let go. */
function cases(...made: readonly (Pick<ConformanceCase, 'id'> & Partial<ConformanceCase>)[]) {
  const told: string[] = []
  const all = made.map((one): ConformanceCase => {
    const run = async () => {
      told.push(`${one.id} begins`)
      await new Promise(setImmediate)
      told.push(`${one.id} ends`)
    }
    return { verifies: ['GATEWAY-201'], title: one.id, needs: [], run, ...one }
  })
  const suite = () => runSuite(all, [target], () => Promise.reject(new Error('no gateway')))
  return { told, suite }
}

describe('runSuite', () => {
  it('runs cases one after the other, then those that wait beside each other', async () => {
    const { told, suite } = cases(
      { id: 'b1', beside: true },
      { id: 'a1' },
      { id: 'b2', beside: true },
      { id: 'a2' },
    )
    const results = await suite()
    expect(results.map((result) => result.case.id)).toEqual(['b1', 'a1', 'b2', 'a2'])
    expect(told.slice(0, 4)).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
    expect(told.slice(4, 6)).toEqual(['b1 begins', 'b2 begins'])
  })

  it('runs what is slow from the start, beside everything', async () => {
    const { told, suite } = cases({ id: 'a' }, { id: 's', needs: ['slow'] })
    await suite()
    expect(told.slice(0, 2)).toEqual(['s begins', 'a begins'])
  })

  it('runs at most eight at a time', async () => {
    const { told, suite } = cases(
      ...Array.from({ length: 20 }, (_, n) => ({ id: `b${n}`, beside: true as const })),
    )
    expect(await suite()).toHaveLength(20)
    let [running, most] = [0, 0]
    for (const line of told) {
      running += line.endsWith('begins') ? 1 : -1
      most = Math.max(most, running)
    }
    expect(most).toBe(8)
  })

  it('goes on after a case that fails or is skipped', async () => {
    const failing = { id: 'bad', run: () => Promise.reject(new Error('no')) }
    const { suite } = cases(failing, { id: 'none', needs: ['dev'] }, { id: 'good' })
    expect((await suite()).map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'passed'])
  })
})
