import { AGENTS, cacheDir } from './install/agents.mjs'
import { installAgent } from './install/install-agent.mjs'

// Puts the agents the tests run into the cache, one folder each; those that are there are left alone.
const cache = cacheDir()
for (const [name, agent] of Object.entries(AGENTS)) {
  try {
    const done = await installAgent({ cache, name, agent })
    console.log(
      `${agent.title} ${agent.version}: ${done === 'there' ? 'is in the cache' : 'installed into the cache'}`,
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    break
  }
}
