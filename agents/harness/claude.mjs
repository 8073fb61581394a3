import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf } from '../install/agents.mjs'

const KEY = 'dummy'

/** Claude Code in a world: it talks to nobody but the model there, and asks before it does anything. */
export class Claude {
  #world
  #command = commandOf('claude')

  /** @param {import('./world.mjs').World} world */
  constructor(world) {
    this.#world = world
    this.env = {
      ANTHROPIC_BASE_URL: world.model.origin,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // As root it would refuse some modes.
      IS_SANDBOX: '1',
    }
    mkdirSync(join(world.home, '.claude'), { recursive: true })
    // Somebody has been through the first start and trusts this folder.
    const seen = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [KEY] },
      projects: { [world.work]: { hasTrustDialogAccepted: true } },
    }
    writeFileSync(join(world.home, '.claude.json'), JSON.stringify(seen))
  }

  /** One prompt without a terminal. @param {string} prompt @param {...string} flags */
  print(prompt, ...flags) {
    return this.#world.run([...this.#command, ...flags, '-p', prompt], this.env)
  }

  /** In a pane, ready for a prompt. @param {...string} flags */
  async open(...flags) {
    const command = [...this.#command, '--permission-mode', 'manual', ...flags]
    const pane = await this.#world.tmux.open(command, { cwd: this.#world.work, env: this.env })
    await pane.until(/❯/)
    await pane.until(/mode on|for shortcuts/)
    return pane
  }
}
