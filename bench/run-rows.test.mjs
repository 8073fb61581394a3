import { describe, expect, it, vi } from 'vitest'
import { within } from './goals.mjs'
import { runRows } from './run-rows.mjs'

/** @param {string} name @param {(context: any) => Promise<any>} run */
const row = (name, run) => ({
  name,
  measures: { [name]: { title: name, unit: 'ms', goal: within(5, 'ms') } },
  run,
})

/** @param {any[]} rows */
async function run(rows) {
  const close = vi.fn()
  const tell = vi.fn()
  const entries = await runRows(rows, (_, stepAside) => /** @type {any} */ ({ stepAside, close, tell }))
  return { entries, close, tell }
}

describe('runRows', () => {
  it('runs one after the other and holds each against its goal', async () => {
    /** @type {string[]} */
    const story = []
    const slow = row('slow', async () => {
      story.push('slow begins')
      await new Promise((resolve) => setImmediate(resolve))
      story.push('slow ends')
      return { slow: { value: 6, baseline: 3 } }
    })
    const fast = row('fast', async () => {
      story.push('fast')
      return { fast: { value: 5 } }
    })
    const { entries, close } = await run([slow, fast])
    expect(story).toEqual(['slow begins', 'slow ends', 'fast'])
    expect(entries).toMatchObject([
      { name: 'slow', value: 6, baseline: 3, ratio: 2, goal: '<= 5 ms', ok: false, note: '' },
      { name: 'fast', value: 5, baseline: null, ratio: null, ok: true, reserve: 1 },
    ])
    expect(close).toHaveBeenCalledTimes(2)
  })

  it('begins the next when one steps aside, and waits for both', async () => {
    /** @type {string[]} */
    const story = []
    /** @type {(value?: unknown) => void} */
    let go = () => {}
    const waits = row('waits', async ({ stepAside }) => {
      story.push('waits')
      stepAside()
      await new Promise((resolve) => {
        go = resolve
      })
      story.push('waited')
      return { waits: { value: 1 } }
    })
    const next = row('next', async () => {
      story.push('next')
      go()
      return { next: { value: 1 } }
    })
    const { entries } = await run([waits, next])
    expect(story).toEqual(['waits', 'next', 'waited'])
    expect(entries.map(({ name, ok }) => [name, ok])).toEqual([
      ['waits', true],
      ['next', true],
    ])
  })

  it('goes on after a row that failed, which has no figures and is not ok', async () => {
    const fails = row('fails', () => Promise.reject(new Error('seq 3 came after 1')))
    const { entries, close, tell } = await run([fails, row('fine', async () => ({ fine: { value: 1 } }))])
    expect(entries).toMatchObject([
      { name: 'fails', value: null, ok: false, reserve: null, note: 'failed: seq 3 came after 1' },
      { name: 'fine', ok: true },
    ])
    expect(tell).toHaveBeenCalledWith('FAILED: seq 3 came after 1')
    expect(close).toHaveBeenCalledTimes(2)
  })
})
