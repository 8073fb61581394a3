import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FlowTorture } from './flow-torture.mjs'

const KILLS = 10
const EVENTS = 150

it('sends every webhook, none again that the log said was done, whenever the gateway is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-torture-'))
  const torture = await FlowTorture.prepare({ dataDir, seed: 7, events: EVENTS })
  try {
    for (let left = KILLS; left > 0; left -= 1) await torture.killOnce(left)
    await torture.finish()
  } finally {
    await torture.end()
  }
  const { keys, details } = torture.verdict()
  expect(details).toEqual([])
  expect(keys).toBe(EVENTS + EVENTS / 2)
  rmSync(dataDir, { recursive: true, force: true })
}, 180_000)
