import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf } from '../install/agents.mjs'

/** opencode in a world: it talks to nobody but the model there, and asks before it runs anything. */
export class Opencode {
  #world
  #command = commandOf('opencode')

  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.#world = world
    this.env = {
      XDG_CONFIG_HOME: join(world.home, '.config'),
      XDG_DATA_HOME: join(world.home, '.local', 'share'),
      XDG_STATE_HOME: join(world.home, '.local', 'state'),
      XDG_CACHE_HOME: join(world.home, '.cache'),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }
    this.config = join(world.home, '.config', 'opencode')
    mkdirSync(this.config, { recursive: true })
    const scripted = {
      npm: '@ai-sdk/openai-compatible',
      name: 'scripted',
      options: { baseURL: `${world.model.origin}/v1`, apiKey: 'dummy' },
      models: { model: { name: 'model' } },
    }
    writeFileSync(
      join(this.config, 'opencode.json'),
      JSON.stringify({
        // It would write this line itself.
        $schema: 'https://opencode.ai/config.json',
        model: 'scripted/model',
        small_model: 'scripted/model',
        provider: { scripted },
        permission: { bash: 'ask', edit: 'ask' },
      }),
    )
  }

  /** One prompt without a terminal, by stdin: on the command line its quotes would be changed. @param {string} prompt */
  run(prompt) {
    return this.#world.run([...this.#command, 'run'], this.env, prompt)
  }

  /** In a pane, ready for a prompt. */
  async open() {
    const pane = await this.#world.tmux.open(this.#command, { cwd: this.#world.work, env: this.env })
    await pane.until(/Ask anything/, 90_000)
    return pane
  }
}
