import { dirname, join } from 'node:path'
import type { AgentSetup, Texts } from './agent-setup.js'
import { readToml, withCodexConfig, withoutCodexConfig } from './codex-config.js'
import { hashOf, hasTelemetry, type TomlHook, type Trust } from './codex-tables.js'
import { trustHash, trustKey } from './codex-trust.js'
import { hookCommand } from './hook-command.js'
import { type Hooks, hookPlaces, withHooks, withoutHooks } from './hook-settings.js'
import { inFile } from './in-file.js'
import { clientPath, directoryOf, type Surroundings } from './surroundings.js'

/**
 * Seconds by event. None runs beside the agent: Codex ends such ones when it ends, and their order would be lost.
 * A permission waits for a person as long as the gateway holds it; the end of a session has three seconds at most.
 */
const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 10,
  PreToolUse: 10,
  PermissionRequest: 600,
  PostToolUse: 10,
  PostCompact: 10,
  SubagentStart: 10,
  SubagentStop: 10,
  Stop: 10,
  SessionEnd: 3,
}

export const codex: AgentSetup = {
  id: 'codex',
  title: 'Codex',
  program: 'codex',
  directory: (surroundings) => directoryOf(surroundings, 'CODEX_HOME', '.codex'),
  paths: (surroundings) => {
    const directory = codex.directory(surroundings)
    return [join(directory, 'hooks.json'), join(directory, 'config.toml')]
  },
  added(texts, surroundings) {
    const [hooksPath, configPath, hooksText, configText] = filesOf(texts, surroundings)
    const command = hookCommand(clientPath(surroundings), 'codex')
    const client = clientPath(surroundings)
    // Codex warns when there are hooks in both files, so ours go where the person's are.
    const inJson = hooksText !== undefined
    const hooks = Object.entries(TIMEOUTS).map(([event, timeout]): TomlHook => ({ event, command, timeout }))
    const jsonAfter = inJson ? inFile(hooksPath, () => withHooks(hooksText, groupsOf(hooks))) : undefined
    const wanted = {
      client,
      path: keyName(configPath, surroundings),
      hooks: inJson ? [] : hooks,
      trust: jsonAfter === undefined ? [] : trustIn(jsonAfter, keyName(hooksPath, surroundings)),
    }
    const after = inFile(configPath, () => {
      const telemetry = surroundings.telemetry
      return withCodexConfig(configText ?? '', { ...wanted, ...(telemetry ? { telemetry } : {}) })
    })
    return new Map([
      [hooksPath, jsonAfter],
      [configPath, after],
    ])
  },
  removed(texts, surroundings) {
    const [hooksPath, configPath, hooksText, configText] = filesOf(texts, surroundings)
    return new Map([
      [hooksPath, hooksText === undefined ? undefined : inFile(hooksPath, () => withoutHooks(hooksText))],
      [
        configPath,
        configText === undefined ? undefined : inFile(configPath, () => withoutCodexConfig(configText)),
      ],
    ])
  },
  remarks(texts, surroundings) {
    const [, configPath, , text = ''] = filesOf(texts, surroundings)
    return [
      'Codex runs the hooks without asking, because their hashes were written to its config.toml as trusted.',
      ...(hasTelemetry(text)
        ? [
            `${configPath} now holds the hook token: whoever can read it can tell the gateway events, nothing else.`,
          ]
        : []),
    ]
  },
  obstacles(texts, surroundings) {
    const [, configPath, , text = ''] = filesOf(texts, surroundings)
    const { features } = inFile(configPath, () => readToml(text))
    return (features as Record<string, unknown> | undefined)?.hooks === false
      ? ['"hooks" under [features] in its config.toml is false: Codex runs no hooks until you take it out.']
      : []
  },
}

/** Our hooks in either file that Codex would not run, because it does not trust them as they are. */
export function untrusted(texts: Texts, surroundings: Surroundings): string[] {
  const [hooksPath, configPath, hooksText, configText = ''] = filesOf(texts, surroundings)
  const values = inFile(configPath, () => readToml(configText))
  const asJson = JSON.stringify({ hooks: values.hooks ?? {} }, (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const ours = [
    ...(hooksText === undefined
      ? []
      : inFile(hooksPath, () => trustIn(hooksText, keyName(hooksPath, surroundings)))),
    ...trustIn(asJson, keyName(configPath, surroundings)),
  ]
  return ours.filter(({ key, hash }) => hashOf(values, key) !== hash).map(({ key }) => key)
}

/** Keys and hashes of our handlers in a hooks.json, wherever they stand. */
export function trustIn(hooksText: string, file: string): Trust[] {
  return hookPlaces(hooksText).map(({ event, group, handler, value, matcher }) => {
    const { command, timeout } = value as { command: string; timeout: number }
    return {
      key: trustKey(file, event, group, handler),
      hash: trustHash({ event, command, timeout, ...(typeof matcher === 'string' ? { matcher } : {}) }),
    }
  })
}

function groupsOf(hooks: readonly TomlHook[]): Hooks {
  return Object.fromEntries(
    hooks.map(({ event, command, timeout }) => [event, { hooks: [{ type: 'command', command, timeout }] }]),
  )
}

/** Codex follows the links of the directory it is told, but of nothing else. */
function keyName(path: string, { env, realPath }: Surroundings): string {
  const directory = dirname(path)
  return join(env.CODEX_HOME?.trim() ? realPath(directory) : directory, path.slice(directory.length + 1))
}

function filesOf(texts: Texts, surroundings: Surroundings) {
  const [hooksPath = '', configPath = ''] = codex.paths(surroundings)
  return [hooksPath, configPath, texts.get(hooksPath), texts.get(configPath)] as const
}
