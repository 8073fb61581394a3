import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@signalbox/server/config'
import { TerminalInput } from '../ask/terminal-input.js'
import type { Command } from '../command.js'
import { GATEWAY_OPTIONS, readFile, settingsOf } from '../settings.js'
import { type AgentSetup, SETUP_AGENTS } from '../setup/agent-setup.js'
import { AGENTS, foundAgents, programPath } from '../setup/agents.js'
import { installClients, pluginSource } from '../setup/client-files.js'
import { shellWord } from '../setup/hook-command.js'
import { ensureHookToken } from '../setup/hook-token.js'
import { runSetup } from '../setup/run-setup.js'
import { realPath } from '../setup/settings-file.js'
import type { Surroundings } from '../setup/surroundings.js'
import { sendsTelemetry, telemetryOf } from '../setup/telemetry.js'
import { type Screen, screenOf } from '../terminal/screen.js'

const NONE_FOUND = `None of ${SETUP_AGENTS.join(', ')} was found on this machine. Name the one you mean: signalbox setup claude`

export const setup: Command = {
  summary: 'Lets agents in your terminals tell the gateway what they do; shows every change first.',
  usage: `signalbox setup [${SETUP_AGENTS.join('|')}] [--yes] [--dry-run] [--remove] [--telemetry] [--data-dir DIR] [--dev]`,
  details: `Without an agent: all that are found, by their settings or their program.
--yes        writes without asking; for Codex that is also the consent to run the hooks without its own review
--dry-run    shows what would change, and changes nothing
--remove     takes everything out again; a file nobody changed since is as it was before, byte for byte
--telemetry  lets Codex send its telemetry, too; its config.toml then holds the token of the hooks

A file that is changed for the first time is kept beside itself as NAME.signalbox-backup-TIME.
CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME and XDG_CONFIG_HOME say where settings are, as they do for the agents.`,
  options: {
    'data-dir': GATEWAY_OPTIONS['data-dir'],
    dev: GATEWAY_OPTIONS.dev,
    yes: { type: 'boolean', short: 'y' },
    'dry-run': { type: 'boolean' },
    remove: { type: 'boolean' },
    telemetry: { type: 'boolean' },
  },
  words: { names: ['an agent'], least: 0 },
  async run(values, [word]) {
    if (process.platform === 'win32')
      throw new UsageError('The hooks are written for a POSIX shell. On Windows, type the same in WSL.')
    const config = settingsOf(values)
    const surroundings: Surroundings = {
      env: process.env,
      homeDir: homedir(),
      dataDir: config.dataDir,
      realPath,
      pluginSource: pluginSource(),
    }
    const screen = screenOf(process.stdout)
    const agents = word === undefined ? foundAgents(surroundings) : [named(word)]
    if (agents.length === 0) {
      // Whoever only wants to look is not told that something failed.
      if (values['dry-run'] !== true) throw new UsageError(NONE_FOUND)
      return screen.print(`${NONE_FOUND}\nNothing was changed.\n`)
    }
    if (values.telemetry === true && !agents.includes(AGENTS.codex))
      throw new UsageError('--telemetry is for Codex only. Type: signalbox setup codex --telemetry')
    const secret = randomBytes(32)
    const isWell = await runSetup({
      agents,
      surroundings: (agent, texts) => {
        const isWanted = values.telemetry === true && agent === AGENTS.codex
        if (!isWanted && !sendsTelemetry(texts)) return surroundings
        return { ...surroundings, telemetry: telemetryOf(config, secret.toString('base64url')) }
      },
      isRemoval: values.remove === true,
      isDryRun: values['dry-run'] === true,
      screen,
      tell: (line) => console.error(line),
      agrees: async (question) => (values.yes === true ? true : await asked(question, screen)),
      prepare: () => {
        ensureHookToken(config.dataDir, secret)
        installClients(config.dataDir, randomName)
      },
      finished: () => whatNow(word === undefined ? [] : agents, surroundings, screen),
      sameWithYes: `signalbox setup ${[...process.argv.slice(3), '--yes'].map(shellWord).join(' ')}`,
      now: Date.now(),
      randomName,
    })
    if (!isWell) process.exitCode = 1
  },
}

function randomName(): string {
  return randomBytes(4).toString('hex')
}

function named(word: string): AgentSetup {
  const agent = SETUP_AGENTS.find((known) => known === word)
  if (agent === undefined)
    throw new UsageError(
      `setup knows ${SETUP_AGENTS.join(', ')}, not "${word}". Other agents use: signalbox notify`,
    )
  return AGENTS[agent]
}

/** Yes or no of the person at the keyboard; undefined when there is none. */
async function asked(question: string, screen: Screen): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !screen.isTerminal) return undefined
  const gone = new AbortController()
  const input = new TerminalInput({ input: process.stdin, output: screen }, () => gone.abort())
  try {
    const [last = '', ...above] = question.split('\n').reverse()
    for (const line of above.reverse()) screen.print(`${line}\n`)
    const line = await input.ask(last, gone.signal)
    return /^\s*y(es)?\s*$/i.test(line ?? '')
  } finally {
    input.close()
  }
}

function whatNow(named: readonly AgentSetup[], surroundings: Surroundings, screen: Screen): void {
  const missing = named.filter(({ program }) => programPath(program, surroundings.env) === undefined)
  for (const { title, program } of missing)
    screen.print(`${title} itself is not on PATH as "${program}"; its settings are ready for it.\n`)
  if (readFile(join(surroundings.dataDir, 'gateway')) === undefined)
    screen.print('The gateway did not run yet. Start it with: signalbox up\n')
  screen.print('"signalbox doctor" shows whether everything is in place.\n')
}
