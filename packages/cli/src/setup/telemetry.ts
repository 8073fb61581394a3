import { join } from 'node:path'
import type { Config } from '@signalbox/server/config'
import { readFile } from '../settings.js'
import type { Texts } from './agent-setup.js'
import { hasTelemetry, type Telemetry } from './codex-tables.js'
import { readHookToken } from './hook-token.js'
import { tomlValues } from './toml-text.js'

/** Whether Codex was told to send its telemetry; that holds until it is removed. */
export function sendsTelemetry(texts: Texts): boolean {
  return [...texts].some(
    ([path, text]) => path.endsWith('.toml') && text !== undefined && isToml(text) && hasTelemetry(text),
  )
}

/** Where telemetry goes and with which token, the one there is or else the one there will be. */
export function telemetryOf(
  { dataDir, host, port }: Pick<Config, 'dataDir' | 'host' | 'port'>,
  nextToken: string,
): Telemetry {
  const gateway = readFile(join(dataDir, 'gateway'))?.trim() || `http://${host}:${port}`
  return { endpoint: `${gateway.replace(/\/$/, '')}/v1/logs`, token: readHookToken(dataDir) ?? nextToken }
}

function isToml(text: string): boolean {
  try {
    tomlValues(text)
    return true
  } catch {
    return false
  }
}
