import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readToken, startProcess, upCommand } from '../scripts/gateway/process.mjs'
import { LoadProcess } from './load/load-process.mjs'
import { profileSummary } from './profile.mjs'

/**
 * A running server to measure; `token` is empty where none is asked for.
 * @typedef {{pid: number, port: number, token: string, dataDir: string, stop: () => Promise<void>}} Server
 */

/**
 * What a row works with: its settings, and servers, load processes and directories that go away with it, whatever
 * happens.
 */
export class Context {
  #endings = /** @type {(() => unknown)[]} */ ([])
  #closed = false
  #options
  /** Says on stderr how far the row is. @type {(text: string) => void} */
  tell
  /** From here on the row only waits: the next one may begin. @type {() => void} */
  stepAside
  /** The directory with the million events, made when first asked for. @type {() => Promise<string>} */
  million

  /**
   * @param {{pairs: number, seconds: number | undefined, profile: boolean}} options
   * @param {{tell: (text: string) => void, stepAside: () => void, million: () => Promise<string>}} surroundings
   */
  constructor(options, { tell, stepAside, million }) {
    this.#options = options
    this.tell = tell
    this.stepAside = stepAside
    this.million = million
  }

  get pairs() {
    return this.#options.pairs
  }

  /** How long one run takes, when nothing else was asked for. @param {number} usual */
  seconds(usual) {
    return this.#options.seconds ?? usual
  }

  directory() {
    const path = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
    this.#atEnd(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  /** The product, as `signalbox up` starts it. @param {string} [dataDir] @returns {Promise<Server>} */
  async gateway(dataDir = this.directory()) {
    const [node = '', ...command] = upCommand({ port: 0, dataDir })
    const server = await this.#start([node, ...this.#profiling(), ...command], dataDir)
    return { ...server, token: readToken(dataDir) }
  }

  /** The gateway writes its profile when it ends, one file a thread. */
  #profiling() {
    if (!this.#options.profile) return []
    const directory = this.directory()
    this.#atEnd(() => this.tell(`where the time went\n${profileSummary(directory)}`))
    return ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${directory}`]
  }

  /** A baseline server of this folder. @param {string} file @param {string[]} settings @returns {Promise<Server>} */
  baseline(file, ...settings) {
    const dataDir = this.directory()
    const path = fileURLToPath(new URL(file, import.meta.url))
    return this.#start([process.execPath, path, '--data-dir', dataDir, ...settings], dataDir)
  }

  /** A load generator or another helper process of this folder. @param {string} file @param {object} settings */
  load(file, settings) {
    const started = new LoadProcess(new URL(file, import.meta.url), settings)
    this.#atEnd(() => started.end())
    return started
  }

  /** Ends everything, the last first. */
  async close() {
    this.#closed = true
    for (const end of this.#endings.splice(0).reverse()) await end()
  }

  /** What is begun when the row is over already, by Ctrl-C, ends at once. @param {() => unknown} end */
  #atEnd(end) {
    if (!this.#closed) this.#endings.push(end)
    else {
      void end()
      throw new Error('the row is over')
    }
  }

  /** @param {string[]} command @param {string} dataDir @returns {Promise<Server>} */
  async #start(command, dataDir) {
    const server = startProcess(command)
    const stop = async () => void (await server.stop())
    this.#atEnd(stop)
    const port = await server.listening
    return { pid: server.pid, port, token: '', dataDir, stop }
  }
}
