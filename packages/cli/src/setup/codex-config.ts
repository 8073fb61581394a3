import { isDeepStrictEqual } from 'node:util'
import { withNotify, withoutNotify } from './codex-notify.js'
import { type CodexTables, type TomlHook, withoutTables, withTables } from './codex-tables.js'
import { trustHash, trustKey } from './codex-trust.js'
import { LeftAlone } from './left-alone.js'
import { tomlValues } from './toml-text.js'

/** What Codex should find in its config.toml. */
export interface CodexConfig extends CodexTables {
  /** The client that `notify` calls. */
  client: string
  /** The name of this file in the keys of trust. */
  path: string
}

/** The text with our notify program, hooks, trust and telemetry in it; everything else is as it was. */
export function withCodexConfig(text: string, wanted: CodexConfig): string {
  const before = readToml(text)
  const bare = withoutCodexConfig(text)
  const { hooks } = readToml(bare)
  const own = wanted.hooks.map((hook) => trustOf(hook, wanted.path, hooks))
  const after = withTables(withNotify(bare, wanted.client), { ...wanted, trust: [...wanted.trust, ...own] })
  // What says the same already stays, though Codex may have moved it about.
  return isDeepStrictEqual(result(after), before) ? text : after
}

/** The text as it would be without us. */
export function withoutCodexConfig(text: string): string {
  readToml(text)
  return withoutNotify(withoutTables(text))
}

/** The values of a config.toml. */
export function readToml(text: string): Record<string, unknown> {
  try {
    return tomlValues(text)
  } catch (error) {
    const line = (error as { line?: unknown }).line
    throw new LeftAlone(`it is not TOML${typeof line === 'number' ? ` (line ${line})` : ''}`)
  }
}

function result(text: string): Record<string, unknown> {
  try {
    return tomlValues(text)
  } catch {
    throw new LeftAlone('its "hooks" allow no further ones; write them as tables, like [[hooks.Stop]]')
  }
}

/** Ours comes after the groups that are there. */
function trustOf({ event, command, timeout }: TomlHook, path: string, hooks: unknown) {
  const groups = (hooks as Record<string, unknown> | undefined)?.[event]
  const key = trustKey(path, event, Array.isArray(groups) ? groups.length : 0, 0)
  return { key, hash: trustHash({ event, command, timeout }) }
}
