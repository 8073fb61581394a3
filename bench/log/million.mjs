import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoadProcess } from '../load/load-process.mjs'
import { millionPlan } from './plan.mjs'

/** The log with a million events: made when it is first asked for, for all rows that read it. */
export class Million {
  #path = ''
  /** @type {Promise<void> | undefined} */
  #made
  #tell

  /** @param {(text: string) => void} tell */
  constructor(tell) {
    this.#tell = tell
  }

  /** Its data directory; whoever starts a gateway on it stops it before the next one does. */
  async directory() {
    this.#made ??= this.#make()
    await this.#made
    return this.#path
  }

  remove() {
    if (this.#path !== '') rmSync(this.#path, { recursive: true, force: true })
  }

  async #make() {
    this.#path = mkdtempSync(join(tmpdir(), 'signalbox-bench-million-'))
    const begun = performance.now()
    const process = new LoadProcess(new URL('./grow-process.mjs', import.meta.url), {})
    try {
      await process.ask('grow', { dataDir: this.#path, plan: millionPlan() })
    } finally {
      process.end()
    }
    this.#tell(`a log with a million events is made in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
}
