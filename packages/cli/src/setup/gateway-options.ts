import { join } from 'node:path'
import type { Config } from '@signalbox/server/config'
import { shellWord } from './hook-command.js'

/** What commands must be given so that they mean this gateway and not the usual one; empty when it is that. */
export function gatewayOptions({ dataDir, dev }: Pick<Config, 'dataDir' | 'dev'>, homeDir: string): string {
  const usual = join(homeDir, '.signalbox', ...(dev ? ['dev'] : []))
  const flags = [
    ...(dataDir === usual ? [] : [`--data-dir ${shellWord(dataDir)}`]),
    ...(dev ? ['--dev'] : []),
  ]
  return flags.join(' ')
}
