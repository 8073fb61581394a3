import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

/**
 * Leaves the address of this gateway in its data directory, where the hooks of agents look for it. It stays when the
 * gateway stops: the next one most likely has the same, and a hook that finds nobody there keeps its event for later.
 */
export function writeGatewayFile(dataDir: string, url: string): void {
  const path = join(dataDir, 'gateway')
  writeFileSync(`${path}.new`, `${reachable(url)}\n`, { mode: 0o644 })
  renameSync(`${path}.new`, path)
}

/** An address a client on this machine can call: "all addresses" is none. */
export function reachable(url: string): string {
  return url.replace(/^http:\/\/(0\.0\.0\.0|\[::\])(?=:)/, (_all, host: string) => `http://${LOOPBACK[host]}`)
}
