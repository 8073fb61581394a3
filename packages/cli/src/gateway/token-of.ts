import { join } from 'node:path'
import { UsageError } from '@signalbox/server/config'
import { readFile } from '../settings.js'

interface Kept {
  token?: string
  dataDir: string
}

/** The token of a data directory: from the environment, else from its file. */
export function tokenOf(config: Kept): string {
  const found = tokenIfAny(config)
  if (!found)
    throw new UsageError(
      `There is no token in ${config.dataDir} yet. Start the gateway once: signalbox up (one that was started with --dev is reached with --dev).`,
    )
  return found
}

/** The same; undefined where no gateway was ever started. */
export function tokenIfAny({ token, dataDir }: Kept): string | undefined {
  return (token ?? readFile(join(dataDir, 'token'))?.trim()) || undefined
}
