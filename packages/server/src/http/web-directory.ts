import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where the files of the dashboard are. */
export function webDirectory(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@signalbox/web/package.json')), 'dist')
}
