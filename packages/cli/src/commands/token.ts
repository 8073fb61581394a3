import { join } from 'node:path'
import { UsageError } from '@signalbox/server'
import type { Command } from '../command.js'
import { GATEWAY_OPTIONS, readFile, settingsOf } from '../settings.js'

export const token: Command = {
  summary: 'Prints the token that programs send as "Authorization: Bearer …".',
  usage: 'signalbox token [--data-dir DIR]',
  options: { 'data-dir': GATEWAY_OPTIONS['data-dir'], dev: GATEWAY_OPTIONS.dev },
  async run(values) {
    console.log(tokenOf(settingsOf(values)))
  },
}

/** The token of a data directory: from the environment, else from its file. */
export function tokenOf(config: { token?: string; dataDir: string }): string {
  const found = config.token ?? readFile(join(config.dataDir, 'token'))?.trim()
  if (!found)
    throw new UsageError(`There is no token in ${config.dataDir} yet. Start the gateway once: signalbox up`)
  return found
}
