import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { AgentSetup } from './agent-setup.js'
import { codex } from './codex.js'
import { claude, gemini } from './hook-agents.js'
import { opencode } from './opencode.js'
import type { Surroundings } from './surroundings.js'

/** Every agent that can be set up, by its name. */
export const AGENTS = { claude, codex, gemini, opencode } as const satisfies Record<string, AgentSetup>

/** Those that are on this machine: their program is on PATH, or they have settings. */
export function foundAgents(surroundings: Surroundings): AgentSetup[] {
  return Object.values(AGENTS).filter(
    (agent) =>
      programPath(agent.program, surroundings.env) !== undefined || existsSync(agent.directory(surroundings)),
  )
}

/** Where a program is on PATH. */
export function programPath(name: string, { PATH = '' }: Surroundings['env']): string | undefined {
  return PATH.split(delimiter)
    .filter(isAbsolute)
    .map((directory) => join(directory, name))
    .find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
