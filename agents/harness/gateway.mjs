import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readToken, startProcess, upCommand } from '../../scripts/gateway/process.mjs'

/** The real gateway, in the home of a test. It can be stopped and started again where it was. */
export class Gateway {
  #env
  #flags
  /** @type {import('../../scripts/gateway/process.mjs').GatewayProcess | undefined} */
  #process
  #port = 0

  /** @param {{dataDir: string, env: Record<string, string>, flags?: string[]}} options */
  constructor({ dataDir, env, flags = [] }) {
    this.dataDir = dataDir
    this.#env = env
    this.#flags = flags
  }

  get origin() {
    return `http://127.0.0.1:${this.#port}`
  }

  get token() {
    return readToken(this.dataDir)
  }

  get pid() {
    return this.#process?.pid ?? 0
  }

  async start() {
    const up = upCommand({ port: this.#port, dataDir: this.dataDir, flags: this.#flags })
    // `env` and `sh` make room for the gateway, so its pid is the one we know.
    const vars = Object.entries(this.#env).map(([name, value]) => `${name}=${value}`)
    const journal = ['sh', '-c', 'exec "$@" 2>>"$0"', this.#journal]
    this.#process = startProcess(['env', '-i', ...vars, ...journal, ...up])
    this.#port = await this.#process.listening
  }

  async stop() {
    await this.#process?.stop()
  }

  /** What it told the one who runs it. */
  journal() {
    return readFileSync(this.#journal, 'utf8')
  }

  get #journal() {
    return join(this.#env.HOME ?? '', 'gateway.journal')
  }
}
