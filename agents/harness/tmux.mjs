import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isRunning } from './is-running.mjs'
import { Until } from './until.mjs'

const run = promisify(execFile)
const WIDTH = '160'
const HEIGHT = '50'
const LIMIT_MS = 10_000

/** A tmux server of a test's own, with nobody's settings. */
export class Tmux {
  #socket
  #settings
  #env
  #count = 0
  #open = false
  /** @type {Pane[]} */
  #panes = []

  /** @param {{dir: string, env: Record<string, string>}} options */
  constructor({ dir, env }) {
    this.#socket = join(dir, 'tmux')
    this.#env = env
    this.#settings = join(dir, 'tmux.conf')
    // A server that ends with its last pane may do so while the next is being opened. And tmux 3.3 may crash when a
    // program ends whose pane a second client looks at, so panes stay until they are killed.
    writeFileSync(this.#settings, 'set -s exit-empty off\nset -g remain-on-exit on\n')
  }

  /** Starts a command in a pane of its own. @param {string[]} command @param {{cwd: string, env?: Record<string, string>}} options */
  async open(command, { cwd, env = {} }) {
    this.#count += 1
    const name = `t${this.#count}`
    const vars = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
    const size = ['-x', WIDTH, '-y', HEIGHT]
    await this.run('new-session', '-d', '-s', name, ...size, '-c', cwd, ...vars, ...command)
    this.#open = true
    const pane = await Pane.attach(this, name)
    this.#panes.push(pane)
    return pane
  }

  /** One command of tmux; what it printed. @param {...string} args */
  async run(...args) {
    const all = ['-f', this.#settings, '-S', this.#socket, ...args]
    const { stdout } = await run('tmux', all, { env: this.#env, timeout: LIMIT_MS })
    return stdout
  }

  /** Looks at a session as a second client does, which hears of everything that is printed. @param {string} name */
  control(name) {
    const args = ['-S', this.#socket, '-C', 'attach', '-f', 'ignore-size,read-only', '-t', name]
    return spawn('tmux', args, { env: this.#env, stdio: ['pipe', 'pipe', 'ignore'] })
  }

  async close() {
    if (!this.#open) return
    await this.run('kill-server').catch(() => {})
    await Promise.all(this.#panes.map(({ closed, pid }) => closed.then(() => gone(pid))))
  }
}

/** A program whose terminal was closed tidies up before it ends; nobody is told when. @param {number} pid */
async function gone(pid) {
  for (const end = Date.now() + LIMIT_MS; isRunning(pid); await pause(20))
    if (Date.now() > end) return process.kill(pid, 'SIGKILL')
}

/** What a person has before them: one terminal with one program. */
export class Pane {
  #tmux
  #name
  #until = new Until()
  #screen = ''
  #looking = false
  #again = false

  /** @param {Tmux} tmux @param {string} name */
  static async attach(tmux, name) {
    const id = (await tmux.run('display-message', '-p', '-t', name, '#{pane_id} #{pane_pid}')).trim()
    const [paneId = '', pid = '0'] = id.split(' ')
    return new Pane(tmux, { name, paneId, pid: Number(pid) })
  }

  /** @param {Tmux} tmux @param {{name: string, paneId: string, pid: number}} ids */
  constructor(tmux, { name, paneId, pid }) {
    this.#tmux = tmux
    this.#name = name
    this.id = paneId
    this.pid = pid
    const client = tmux.control(name)
    client.stdout.on('data', () => this.#look())
    client.on('error', () => {})
    this.closed = once(client, 'close').then(() => {})
    this.#look()
  }

  /** What is on the screen. */
  screen() {
    return this.#screen
  }

  /** The first match on the screen. @param {RegExp} pattern @param {number} [ms] @returns {Promise<RegExpExecArray>} */
  until(pattern, ms) {
    const what = `${pattern} on the screen`
    return this.#until.found(() => pattern.exec(this.#screen) ?? undefined, {
      ms,
      what,
      seen: () => this.#screen,
    })
  }

  /** Resolves when it is no longer on the screen. @param {RegExp} pattern @param {number} [ms] */
  untilGone(pattern, ms) {
    const what = `the end of ${pattern} on the screen`
    return this.#until.found(() => !pattern.test(this.#screen), { ms, what, seen: () => this.#screen })
  }

  /** Types a line as a paste, so that an agent does not take its Enter for part of one. @param {string} text */
  async enter(text) {
    await this.#tmux.run('set-buffer', '-b', this.#name, '--', text)
    await this.#tmux.run('paste-buffer', '-p', '-d', '-b', this.#name, '-t', this.#name)
    await this.keys('Enter')
  }

  /** @param {...string} keys as tmux names them */
  async keys(...keys) {
    await this.#tmux.run('send-keys', '-t', this.#name, ...keys)
  }

  /** Presses a key until it has worked: a dialog takes none in its first moment. @param {string} key @param {RegExp} gone */
  async press(key, gone) {
    for (let tries = 0; tries < 20; tries += 1) {
      await this.keys(key)
      const worked = await this.untilGone(gone, 250).catch(() => false)
      if (worked) return
    }
    throw new Error(`${key} did nothing:\n${this.#screen}`)
  }

  /** Resolves when its program has ended. */
  ended() {
    return gone(this.pid)
  }

  async kill() {
    await this.#tmux.run('kill-session', '-t', this.#name).catch(() => {})
    await this.closed
    await gone(this.pid)
  }

  /** Reads the screen again; whatever is printed meanwhile is read once more after. */
  async #look() {
    this.#again = true
    if (this.#looking) return
    this.#looking = true
    while (this.#again) {
      this.#again = false
      this.#screen = await this.#tmux.run('capture-pane', '-p', '-t', this.#name).catch(() => this.#screen)
      this.#until.tell()
    }
    this.#looking = false
  }
}
