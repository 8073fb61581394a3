import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Log } from '../log/log.js'
import { openLog } from '../log/open-log.js'
import { SHIPPED_THREADS } from '../log/testing.js'
import { procProbe, psProbe } from './process-probe.js'

export interface Sleeper {
  pid: number
  /** As hooks tell it. */
  started: string
  /** Ends it without a word and waits until it is gone. */
  end(): Promise<void>
}

/** A real process that does nothing until it is ended, with the test at the latest. */
export async function sleeper(): Promise<Sleeper> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(end)
  const probe = process.platform === 'linux' ? procProbe : psProbe
  return { pid, started: (await probe([pid]))?.get(pid) ?? '', end }
}

/** One real log for all tests of a file: opening one takes longer than most of them. */
export function sharedLog(): () => Log {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
  let log: Log | undefined
  beforeAll(async () => {
    log = await openLog({ ...SHIPPED_THREADS, dataDir })
  })
  afterAll(async () => {
    await log?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return () => {
    if (!log) throw new Error('the log is opened before all tests')
    return log
  }
}
