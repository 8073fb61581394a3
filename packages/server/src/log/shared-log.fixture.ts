import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event } from '@signalbox/protocol'
import { afterAll, beforeAll } from 'vitest'
import type { Log } from './log.js'
import { openLog } from './open-log.js'

/** One log for all tests of a file: opening it takes longer than most of them. Each uses names of its own. */
export function sharedLog(): { readonly log: Log; readonly published: Event[] } {
  const published: Event[] = []
  let log: Log | undefined
  let dataDir = ''
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
    log = await openLog({ dataDir })
    log.onPublish((events) => void published.push(...events))
  })
  afterAll(async () => {
    await log?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    get log() {
      if (!log) throw new Error('the log is open while tests run')
      return log
    },
    published,
  }
}
