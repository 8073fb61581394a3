import { describe, expect, it, vi } from 'vitest'
import type { Commit, Log } from './log.js'
import { draft, ingest, tempLog } from './testing.js'

const patient = (name: string): Commit => ingest(name, [draft('turn_started')], { patient: true })

/** The sessions each group told of, from here on. */
function groupsOf(log: Log): string[][] {
  const groups: string[][] = []
  log.onPublish((events) => void groups.push([...new Set(events.map(({ sessionId }) => sessionId))]))
  return groups
}

/** So many patient commits that the next ones are gathered. */
async function crowd(log: Log): Promise<void> {
  const begun = performance.now()
  for (let round = 0; performance.now() - begun < 250; round += 1)
    await Promise.all(Array.from({ length: 20 }, (_, n) => log.commit(patient(`crowd ${round} ${n}`))))
}

/** Long enough for what does not wait to be on its way. */
async function turnsOfTheLoop(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Where the machine was so slow that the moment of gathering was over, it tells nothing: once more. */
async function inTheMoment(attempt: () => Promise<{ took: number; told: () => void }>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { took, told } = await attempt()
    if (took < 15) return told()
  }
  throw new Error('the machine is too slow to tell')
}

describe('patient commits', () => {
  it('wait for others where many come', async () => {
    const { log } = await tempLog()
    await inTheMoment(async () => {
      await crowd(log)
      const groups = groupsOf(log)
      const begun = performance.now()
      const first = log.commit(patient('first'))
      await turnsOfTheLoop()
      const second = log.commit(patient('second'))
      const took = performance.now() - begun
      const ids = (await Promise.all([first, second])).map(({ sessionId }) => sessionId)
      return { took, told: () => expect(groups).toEqual([ids]) }
    })
  })

  it('go along with what cannot wait', async () => {
    const { log } = await tempLog()
    await inTheMoment(async () => {
      await crowd(log)
      const groups = groupsOf(log)
      const begun = performance.now()
      const waits = log.commit(patient('waits'))
      await turnsOfTheLoop()
      const hurries = log.commit(ingest('hurries', [draft('turn_started')]))
      const took = performance.now() - begun
      const ids = (await Promise.all([waits, hurries])).map(({ sessionId }) => sessionId)
      return { took, told: () => expect(groups).toEqual([ids]) }
    })
  })

  it('wait for nobody where few come', async () => {
    const { log } = await tempLog()
    const groups = groupsOf(log)
    const first = log.commit(patient('first'))
    await turnsOfTheLoop()
    const second = log.commit(patient('second'))
    await Promise.all([first, second])
    expect(groups).toHaveLength(2)
  })

  it('never wait for good, however long the writer was at work', async () => {
    const { log } = await tempLog()
    const waits: Promise<unknown>[] = []
    const come = () => {
      for (let n = 0; n < 3; n += 1) waits.push(log.commit(patient(`pump ${waits.length}`)))
    }
    const pump = setInterval(come, 5)
    const coming = (more: number) => {
      const enough = waits.length + more
      return vi.waitFor(() => expect(waits.length).toBeGreaterThan(enough), { interval: 5 })
    }
    await coming(100)
    const many = Array.from({ length: 3000 }, () => draft('turn_started'))
    const busy = log.commit(ingest('busy', many))
    await turnsOfTheLoop()
    const hurries = log.commit(ingest('hurries', [draft('turn_started')]))
    await turnsOfTheLoop()
    come()
    await Promise.all([busy, hurries])
    await coming(20)
    clearInterval(pump)
    expect(await Promise.all(waits)).toHaveLength(waits.length)
  })

  it('are on disk before the log is closed', async () => {
    const { log } = await tempLog()
    await crowd(log)
    const waits = log.commit(patient('waits'))
    await log.close()
    expect((await waits).duplicate).toBe(false)
  })
})
