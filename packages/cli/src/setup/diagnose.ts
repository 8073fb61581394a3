import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Diagnosis, SessionMeta } from '@signalbox/protocol'
import type { Config } from '@signalbox/server/config'
import { lastActive } from '../commands/sessions.js'
import { readFile } from '../settings.js'
import { checkAgent } from './agent-check.js'
import type { AgentSetup, Texts } from './agent-setup.js'
import { AGENTS, foundAgents, programPath } from './agents.js'
import { type Check, isAllWell } from './check.js'
import { pluginSource } from './client-files.js'
import { untrusted } from './codex.js'
import { type Asked, checkDataDir, checkGateway, checkToken } from './gateway-check.js'
import { gatewayOptions } from './gateway-options.js'
import { LeftAlone } from './left-alone.js'
import { readSettings, realPath } from './settings-file.js'
import type { Surroundings } from './surroundings.js'
import { sendsTelemetry, telemetryOf } from './telemetry.js'

/** What is looked at: the settings of this person, and the gateway as it answered. */
export interface Patient {
  config: Config
  asked: Asked
  /** Where the gateway answered. */
  origin: string | undefined
  /** The token came with the call, so that in the data directory is not meant. */
  hasToken: boolean
  /** What is said of a program that is on PATH: its version, or where it is. */
  programSays: (program: string, env: Surroundings['env']) => Promise<string | undefined>
}

/** Where hooks look for the gateway. */
export function hooksTarget({ dataDir }: Pick<Config, 'dataDir'>): string | undefined {
  return readFile(join(dataDir, 'gateway'))?.trim() || undefined
}

/** Everything the doctor looks at, on the terminal and on the page. */
export async function diagnose({
  config,
  asked,
  origin,
  hasToken,
  programSays,
}: Patient): Promise<Diagnosis> {
  const { dataDir } = config
  const surroundings: Surroundings = {
    env: process.env,
    homeDir: homedir(),
    dataDir,
    realPath,
    pluginSource: pluginSource(),
  }
  const agents = await Promise.all(
    foundAgents(surroundings).map(async (agent) => {
      const version = await programSays(agent.program, surroundings.env)
      return agentChecks({ agent, usual: surroundings, asked, config, version })
    }),
  )
  const checks = [
    ...checkGateway(asked, origin, hooksTarget(config)),
    ...(config.dev || config.token !== undefined || hasToken ? [] : [checkToken(dataDir)]),
    ...checkDataDir(dataDir),
    ...agents.flat(),
    ...programChecks(surroundings),
  ]
  return { ok: isAllWell(checks), checks, options: gatewayOptions(config, surroundings.homeDir) }
}

interface AgentCase {
  agent: AgentSetup
  usual: Surroundings
  asked: Asked
  config: Config
  version: string | undefined
}

function agentChecks({ agent, usual, asked, config, version }: AgentCase): Check[] {
  const read = (): Texts => new Map(agent.paths(usual).map((path) => [path, readSettings(path)]))
  const surroundings = withTelemetry(read, usual, config)
  const check = checkAgent({
    agent,
    surroundings,
    read,
    version,
    heard: 'sessions' in asked ? { last: lastHeard(agent, asked.sessions) } : undefined,
    now: Date.now(),
  })
  return agent === AGENTS.codex ? [check, ...trustChecks(read, surroundings)] : [check]
}

function lastHeard({ id }: AgentSetup, sessions: readonly SessionMeta[]): number | undefined {
  const heard = sessions.filter(({ agentType }) => agentType === id)
  return heard.length === 0 ? undefined : Math.max(...heard.map(lastActive))
}

function withTelemetry(read: () => Texts, surroundings: Surroundings, config: Config): Surroundings {
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
