import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandOf } from '../install/agents.mjs'

// With a model of its own choice it would ask one which to take.
const MODEL = ['-m', 'gemini-2.5-flash']

/** Gemini CLI in a world: it talks to nobody but the model there. */
export class Gemini {
  #world
  #command = commandOf('gemini')

  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.#world = world
    this.settings = join(world.home, '.gemini', 'settings.json')
    this.env = { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: world.model.origin }
    mkdirSync(dirname(this.settings), { recursive: true })
    this.configure({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    })
  }

  /** Adds to its settings. @param {object} more */
  configure(more) {
    const known = existsSync(this.settings) ? JSON.parse(readFileSync(this.settings, 'utf8')) : {}
    writeFileSync(this.settings, JSON.stringify({ ...known, ...more }, null, 2))
  }

  /** One prompt without a terminal. @param {string} prompt @param {...string} flags */
  print(prompt, ...flags) {
    return this.#world.run([...this.#command, ...MODEL, '--skip-trust', ...flags, '-p', prompt], this.env)
  }

  /** In a pane, at work on a prompt. @param {string} prompt @param {...string} flags */
  open(prompt, ...flags) {
    const command = [...this.#command, ...MODEL, '--skip-trust', ...flags, '-i', prompt]
    return this.#world.tmux.open(command, { cwd: this.#world.work, env: this.env })
  }
}
