import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { type Config, resolveConfig, UsageError } from '@signalbox/server/config'
import { type Options, text, type Values } from './command.js'

/** The flags that say which gateway is meant. */
export const GATEWAY_OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  dev: { type: 'boolean' },
} as const satisfies Options

/** Flags, environment and config.json, resolved. */
export function settingsOf(values: Values): Config {
  return resolveConfig({
    flags: {
      port: text(values, 'port'),
      host: text(values, 'host'),
      dataDir: text(values, 'data-dir'),
      dev: values.dev === true ? true : undefined,
      strict: values.strict === true ? true : undefined,
      restored: values.restored === true ? true : undefined,
      logLevel: text(values, 'log-level'),
    },
    env: process.env,
    homeDir: homedir(),
    readFile,
  })
}

/** The text of a file; undefined when there is none. */
export function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new UsageError(
      `Cannot read ${path} (${code}). Give this user access to it, or choose another --data-dir.`,
    )
  }
}
