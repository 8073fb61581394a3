import { join } from 'node:path'
import { UsageError } from '@signalbox/server/config'
import { readFile } from '../settings.js'

/** The token of a data directory: from the environment, else from its file. */
export function tokenOf(config: { token?: string; dataDir: string }): string {
  const found = config.token ?? readFile(join(config.dataDir, 'token'))?.trim()
  if (!found)
    throw new UsageError(
      `There is no token in ${config.dataDir} yet. Start the gateway once: signalbox up (one that was started with --dev is reached with --dev).`,
    )
  return found
}
