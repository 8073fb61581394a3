import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@signalbox/server/config'

/** The files agents call, as they are shipped. */
const SOURCE = new URL('../../hook/', import.meta.url)
const CLIENTS = ['signalbox-hook', 'signalbox-hook.mjs'] as const
const RUNNABLE = 0o755

/** The plugin of opencode as it is shipped; setup says in it where the gateway is. */
export function pluginSource(): string {
  return readFileSync(new URL('opencode-plugin.js', SOURCE), 'utf8')
}

/** The clients in the data directory that are missing or not those of this version. */
export function outdatedClients(dataDir: string): string[] {
  return CLIENTS.filter((name) => {
    const path = join(dataDir, 'bin', name)
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    return (mode & RUNNABLE) !== RUNNABLE || !readFileSync(path).equals(readFileSync(new URL(name, SOURCE)))
  })
}

/** Copies the clients to where agents call them; each is whole at any moment, for they may be running. */
export function installClients(dataDir: string, randomName: () => string): void {
  const directory = join(dataDir, 'bin')
  try {
    for (const name of outdatedClients(dataDir)) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      mkdirSync(directory, { recursive: true, mode: 0o755 })
      const aside = join(directory, `.${name}.${randomName()}`)
      writeFileSync(aside, readFileSync(new URL(name, SOURCE)), { mode: RUNNABLE })
      chmodSync(aside, RUNNABLE)
      renameSync(aside, join(directory, name))
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(
      `The hook client cannot be copied to ${directory} (${code}). Give this user access to it, or choose another --data-dir.`,
    )
  }
}

/** How many events wait in the spool for a gateway, and how many could not be read. */
export function spooledEvents(dataDir: string): { waiting: number; bad: number } {
  const count = (directory: string) => {
    try {
      return readdirSync(directory).filter((name) => name.endsWith('.event')).length
    } catch {
      return 0
    }
  }
  const spool = join(dataDir, 'spool')
  return { waiting: count(spool), bad: count(join(spool, 'bad')) }
}
