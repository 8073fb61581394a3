import { neutralise } from './neutralise.js'

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/

/** A folder with home as `~`, and nothing left out: somebody has to find it. */
export function homeFolder(path: string): string {
  return neutralise(path).replace(HOME, '~')
}
