import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandOf } from '../install/agents.mjs'

const LIFE_MS = 300_000
const START_MS = 10_000

/** What keeps Codex on loopback: a provider without a key, and no feature that asks others. */
const config = (/** @type {string} */ origin, /** @type {string} */ work) => `model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${origin}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[features]
plugins = false
apps = false
remote_plugin = false
shell_snapshot = false

[projects."${work}"]
trust_level = "trusted"
`

/** Codex in a world: it talks to nobody but the model there. */
export class Codex {
  #world
  #command = commandOf('codex')

  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.#world = world
    this.home = join(world.home, '.codex')
    mkdirSync(this.home, { recursive: true })
    writeFileSync(this.config, config(world.model.origin, world.work))
  }

  get config() {
    return join(this.home, 'config.toml')
  }

  /** Adds to its settings. @param {string} text */
  configure(text) {
    appendFileSync(this.config, text)
  }

  /** Starts one prompt without a terminal; it never asks. @param {string} prompt @param {...string} flags */
  startExec(prompt, ...flags) {
    const started = this.#world.spawn([...this.#command, 'exec', '--skip-git-repo-check', ...flags, prompt])
    started.child.stdin.end()
    return started
  }

  /** The same to its end. @param {string} prompt @param {...string} flags */
  exec(prompt, ...flags) {
    return this.startExec(prompt, ...flags).ended
  }

  /** In a pane, ready for a prompt; it asks for what it cannot do in its sandbox. @param {...string} flags */
  async open(...flags) {
    const command = [...this.#command, '-a', 'on-request', '-s', 'read-only', ...flags]
    const pane = await this.#world.tmux.open(command, { cwd: this.#world.work })
    await pane.until(/Ask Codex/)
    return pane
  }

  /** Starts the server its terminals attach to, once they can find it; it ends with the world. */
  async appServer() {
    const socket = join(this.home, 'app-server-control', 'app-server-control.sock')
    const server = this.#world.spawn([...this.#command, 'app-server', '--listen', 'unix://'], {}, LIFE_MS)
    // A terminal that finds none starts one of its own, which stays. Nobody is told when this one listens.
    for (const end = Date.now() + START_MS; !existsSync(socket); await pause(20))
      if (Date.now() > end) throw new Error(`the app-server of Codex does not listen: ${server.told.stderr}`)
    return server
  }
}

/** A call that has to be asked for. @param {string} cmd @returns {import('../models/script.mjs').Call} */
export function escalated(cmd) {
  return {
    tool: 'exec_command',
    args: { cmd, sandbox_permissions: 'require_escalated', justification: 'it needs more' },
  }
}
