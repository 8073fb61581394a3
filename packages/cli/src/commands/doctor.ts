import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SessionMeta } from '@signalbox/protocol'
import { type Command, text, type Values } from '../command.js'
import { call } from '../gateway/call.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf, type GatewayAddress } from '../gateway/gateway-address.js'
import { readFile, settingsOf } from '../settings.js'
import { checkAgent } from '../setup/agent-check.js'
import type { AgentSetup, Texts } from '../setup/agent-setup.js'
import { AGENTS, foundAgents, programPath } from '../setup/agents.js'
import { type Check, checkLines, isAllWell } from '../setup/check.js'
import { pluginSource } from '../setup/client-files.js'
import { untrusted } from '../setup/codex.js'
import { type Asked, askGateway, checkDataDir, checkGateway, checkToken } from '../setup/gateway-check.js'
import { LeftAlone } from '../setup/left-alone.js'
import { readSettings, realPath } from '../setup/settings-file.js'
import type { Surroundings } from '../setup/surroundings.js'
import { sendsTelemetry, telemetryOf } from '../setup/telemetry.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { screenOf } from '../terminal/screen.js'
import { lastActive } from './sessions.js'

/** How long a program may take to say its version. */
const VERSION_MS = 3_000
const GATEWAY_MS = 3_000

export const doctor: Command = {
  summary: 'Looks whether gateway, hooks and agents are in place, and says what to type where they are not.',
  usage: `signalbox doctor [--json] ${ADDRESS_USAGE}`,
  details:
    'A green lamp is well, a yellow one is worth knowing, a red one is wrong; with a red one the exit code is 1.\n' +
    '--json prints {"ok":…,"checks":[{"name","lamp","says","type"?}]}; lamp is ok, note or wrong.',
  options: { ...ADDRESS_OPTIONS, json: { type: 'boolean' } },
  async run(values) {
    const config = settingsOf(values)
    const { dataDir } = config
    const surroundings: Surroundings = {
      env: process.env,
      homeDir: homedir(),
      dataDir,
      realPath,
      pluginSource: pluginSource(),
    }
    const hooksGoTo = readFile(join(dataDir, 'gateway'))?.trim() || undefined
    let origin: string | undefined
    const asked = await askGateway(async () => {
      const address = reachedBy(values, hooksGoTo)
      origin = address.origin
      return await sessionsOf(address)
    })
    const agents = await Promise.all(
      foundAgents(surroundings).map((agent) => agentChecks(agent, surroundings, asked, config)),
    )
    const checks = [
      ...checkGateway(asked, origin, hooksGoTo),
      ...(config.dev || config.token !== undefined || text(values, 'token') !== undefined
        ? []
        : [checkToken(dataDir)]),
      ...checkDataDir(dataDir),
      ...agents.flat(),
      ...programChecks(surroundings),
    ]
    const isWell = isAllWell(checks)
    if (!isWell) process.exitCode = 1
    if (values.json) return console.log(jsonLine({ ok: isWell, checks }))
    const screen = screenOf(process.stdout)
    for (const line of checkLines(checks.map(onOneLine), screen.paint)) screen.print(`${line}\n`)
  },
}

/** Where the gateway said it is, unless told otherwise. */
function reachedBy(values: Values, hooksGoTo: string | undefined): GatewayAddress {
  const isTold = [text(values, 'url'), text(values, 'port'), process.env.SIGNALBOX_URL].some(Boolean)
  return addressOf(isTold || hooksGoTo === undefined ? values : { ...values, url: hooksGoTo })
}

async function sessionsOf(address: GatewayAddress): Promise<SessionMeta[]> {
  const { sessions } = await call(address, '/api/sessions?limit=1000&archived=true', { limitMs: GATEWAY_MS })
  return Array.isArray(sessions) ? (sessions as SessionMeta[]) : []
}

async function agentChecks(
  agent: AgentSetup,
  usual: Surroundings,
  asked: Asked,
  config: Parameters<typeof telemetryOf>[0],
): Promise<Check[]> {
  const read = (): Texts => new Map(agent.paths(usual).map((path) => [path, readSettings(path)]))
  const surroundings = withTelemetry(read, usual, config)
  const check = checkAgent({
    agent,
    surroundings,
    read,
    version: await versionOf(agent.program, usual.env),
    heard: 'sessions' in asked ? { last: lastHeard(agent, asked.sessions) } : undefined,
    now: Date.now(),
  })
  return agent === AGENTS.codex ? [check, ...trustChecks(read, surroundings)] : [check]
}

function lastHeard({ id }: AgentSetup, sessions: readonly SessionMeta[]): number | undefined {
  const heard = sessions.filter(({ agentType }) => agentType === id)
  return heard.length === 0 ? undefined : Math.max(...heard.map(lastActive))
}

function withTelemetry(
  read: () => Texts,
  surroundings: Surroundings,
  config: Parameters<typeof telemetryOf>[0],
): Surroundings {
  try {
    return sendsTelemetry(read()) ? { ...surroundings, telemetry: telemetryOf(config, '') } : surroundings
  } catch (error) {
    if (error instanceof LeftAlone) return surroundings
    throw error
  }
}

/** Codex says nothing about hooks it does not run. */
function trustChecks(read: () => Texts, surroundings: Surroundings): Check[] {
  try {
    const keys = untrusted(read(), surroundings)
    if (keys.length === 0) return []
    const says = `does not trust ${keys.length} of our hooks as they are, so it does not run them`
    return [{ name: 'codex trust', lamp: 'wrong', says, type: 'signalbox setup codex' }]
  } catch (error) {
    if (error instanceof LeftAlone) return []
    throw error
  }
}

/** What a program says about its version, on one line. */
export async function versionOf(
  program: string,
  env: Surroundings['env'],
  limitMs = VERSION_MS,
): Promise<string | undefined> {
  const path = programPath(program, env)
  if (path === undefined) return undefined
  return await new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: limitMs, killSignal: 'SIGKILL' }, (error, stdout) => {
      const said = oneLine(stdout).slice(0, 60)
      if (error?.killed) resolve(`${program} took too long to tell its version`)
      else resolve(error || said === '' ? `${program} does not tell its version` : said)
    })
  })
}

function programChecks({ env }: Surroundings): Check[] {
  const curl = programPath('curl', env)
  const tmux = programPath('tmux', env)
  return [
    curl === undefined
      ? { name: 'curl', lamp: 'note', says: 'not on PATH; hooks use Node instead, which takes longer' }
      : { name: 'curl', lamp: 'ok', says: curl },
    tmux === undefined
      ? {
          name: 'tmux',
          lamp: 'note',
          says: 'not on PATH; without it no session can be told anything in its pane',
        }
      : { name: 'tmux', lamp: 'ok', says: tmux },
  ]
}

function onOneLine(check: Check): Check {
  return { ...check, says: oneLine(check.says) }
}
