import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModelServer } from '../models/model-server.mjs'
import { Events } from './events.mjs'
import { Gateway } from './gateway.mjs'
import { Sse } from './sse.mjs'
import { Tmux } from './tmux.mjs'

const SIGNALBOX = fileURLToPath(new URL('../../packages/cli/bin/signalbox.js', import.meta.url))
const COMMAND_MS = 90_000

/** @typedef {{code: number | null, stdout: string, stderr: string, ms: number}} Ended */

/**
 * A person's machine for one file of tests: a home, a folder to work in, a terminal, the gateway, a model that does what
 * the prompt says, and somebody who listens. Everything in it ends with it.
 */
export class World {
  /** Agents that were started here and may still run. @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set()
  #model
  /** @type {Events | undefined} */
  #events

  /** @param {ModelServer} model @param {object} [config] */
  constructor(model, config = {}) {
    this.dir = realpathSync(mkdtempSync(join(tmpdir(), 'sb-')))
    this.home = join(this.dir, 'home')
    this.work = join(this.dir, 'work')
    for (const dir of [this.home, this.work, join(this.dir, 'tmp')]) mkdirSync(dir)
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      TMPDIR: join(this.dir, 'tmp'),
      SHELL: '/bin/bash',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
    }
    this.#model = model
    const dataDir = join(this.home, '.signalbox')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'config.json'), JSON.stringify(config))
    this.gateway = new Gateway({ dataDir, env: this.env })
    this.tmux = new Tmux({ dir: this.dir, env: this.env })
  }

  /** @param {{config?: object}} [options] the settings of the gateway */
  static async start({ config } = {}) {
    const world = new World(await ModelServer.start(), config)
    await world.gateway.start()
    world.#events = new Events(world.gateway)
    return world
  }

  get model() {
    return this.#model
  }

  get events() {
    if (this.#events === undefined) throw new Error('nobody listens in this world')
    return this.#events
  }

  /** What happens while the gateway is away; afterwards it is where it was, and is listened to anew. @template T @param {() => Promise<T>} happens */
  async away(happens) {
    this.#events?.close()
    await this.gateway.stop()
    const result = await happens()
    await this.gateway.start()
    this.#events = new Events(this.gateway)
    return result
  }

  /** Lets an agent tell the gateway what it does, as a person would. @param {import('../install/agents.mjs').AgentName} agent */
  async setup(agent) {
    const { code, stdout, stderr } = await this.signalbox('setup', agent, '--yes')
    if (code !== 0) throw new Error(`signalbox setup ${agent} failed: ${stdout}${stderr}`)
  }

  /** The six events of Codex as programs hear them. */
  six() {
    return Sse.open(this.gateway, '/api/watch/stream?dialect=codex-notify')
  }

  /** What the watch list says of a session. @param {string} sessionId */
  async watched(sessionId) {
    const { entries } = await this.ask('/api/watch')
    return entries.find((/** @type {{sessionId: string}} */ entry) => entry.sessionId === sessionId)
  }

  /** Every event the log has of a session. @param {string} sessionId */
  async logged(sessionId) {
    const { events } = await this.ask(`/api/sessions/${sessionId}/events?after=0&limit=1000`)
    return events
  }

  /** Answers a request, as any client may. @param {string} requestId @param {object} answer */
  respond(requestId, answer) {
    return this.ask(`/api/requests/${requestId}/respond`, { method: 'POST', body: JSON.stringify(answer) })
  }

  /** @param {string} path @param {{method?: string, body?: string}} [call] @returns {Promise<any>} */
  async ask(path, call = {}) {
    const headers = { authorization: `Bearer ${this.gateway.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${this.gateway.origin}${path}`, { ...call, headers })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  /** The `signalbox` command in another terminal. @param {...string} args */
  signalbox(...args) {
    return this.run([process.execPath, SIGNALBOX, ...args], { SIGNALBOX_URL: this.gateway.origin })
  }

  /** The watch view in a pane of its own. */
  watch() {
    const command = [process.execPath, SIGNALBOX, 'watch']
    return this.tmux.open(command, { cwd: this.work, env: { SIGNALBOX_URL: this.gateway.origin } })
  }

  /** Runs a program to its end in the folder of the person. @param {string[]} command @param {Record<string, string>} [env] @param {string} [input] */
  async run(command, env = {}, input = '') {
    const { ended, child } = this.spawn(command, env)
    child.stdin.end(input)
    return ended
  }

  /** Starts a program in the folder of the person. @param {string[]} command @param {Record<string, string>} [env] @param {number} [limitMs] */
  spawn([file = '', ...args], env = {}, limitMs = COMMAND_MS) {
    const begun = performance.now()
    const child = spawn(file, args, { cwd: this.work, env: { ...this.env, ...env }, timeout: limitMs })
    this.#running.add(child)
    const told = { stdout: '', stderr: '' }
    for (const name of /** @type {const} */ (['stdout', 'stderr']))
      child[name].setEncoding('utf8').on('data', (text) => {
        told[name] += text
      })
    child.stdin.on('error', () => {})
    /** @type {Promise<Ended>} */
    const ended = once(child, 'close').then(([code]) => {
      this.#running.delete(child)
      return { code, ...told, ms: performance.now() - begun }
    })
    return { child, ended, told }
  }

  /** What a person would want to see when a test failed. */
  told() {
    return [
      `--- events\n${this.#events?.told() ?? ''}`,
      `--- model\n${this.#model.told()}`,
      `--- journal\n${this.gateway.journal()}`,
    ].join('\n')
  }

  async close() {
    this.#events?.close()
    for (const child of this.#running) child.kill('SIGKILL')
    await this.tmux.close()
    await this.gateway.stop()
    await this.#model.stop()
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
