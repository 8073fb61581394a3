import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * A real agent the tests run, at the one version they were written for.
 * @typedef {object} Agent
 * @property {string} title
 * @property {string} package
 * @property {string} version
 * @property {(platform: string, arch: string) => string} executable its path below node_modules
 */

/** Codex names its builds by these. @type {Record<string, string>} */
const TRIPLES = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
}

/** No install script runs, so what their launchers would look up is written down here. */
export const AGENTS = /** @satisfies {Record<string, Agent>} */ ({
  codex: {
    title: 'Codex',
    package: '@openai/codex',
    version: '0.166.0',
    executable: (platform, arch) =>
      `@openai/codex-${platform}-${arch}/vendor/${TRIPLES[`${platform}-${arch}`]}/bin/codex`,
  },
  claude: {
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    executable: (platform, arch) => `@anthropic-ai/claude-code-${platform}-${arch}/claude`,
  },
  gemini: {
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    executable: () => '@google/gemini-cli/bundle/gemini.js',
  },
  opencode: {
    title: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    // The baseline build runs on every processor.
    executable: (platform, arch) =>
      `opencode-${platform}-${arch}${arch === 'x64' ? '-baseline' : ''}/bin/opencode`,
  },
})

/** @typedef {keyof typeof AGENTS} AgentName */

/** Where the agents are kept: outside the repository, so that every clone uses the same. */
export function cacheDir(env = process.env) {
  return env.SIGNALBOX_AGENTS_CACHE || join(homedir(), '.cache', 'signalbox', 'agents')
}

/** The folder of one agent at its version. @param {string} cache @param {string} name @param {Agent} agent */
export function prefixOf(cache, name, agent) {
  return join(cache, `${name}-${agent.version}`)
}

/** The program in such a folder. @param {string} prefix @param {Agent} agent */
export function executableIn(prefix, agent) {
  return join(prefix, 'node_modules', agent.executable(process.platform, process.arch))
}

/**
 * The command that runs an agent. A test whose agent is missing says so.
 * @param {AgentName} name
 * @returns {string[]}
 */
export function commandOf(name, cache = cacheDir()) {
  const agent = AGENTS[name]
  const file = executableIn(prefixOf(cache, name, agent), agent)
  if (!existsSync(file))
    throw new Error(`${agent.title} ${agent.version} is not installed; run: node agents/install.mjs`)
  return file.endsWith('.js') ? [process.execPath, file] : [file]
}
