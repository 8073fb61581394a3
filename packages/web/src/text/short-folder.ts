import { neutralise } from './neutralise.js'

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/

/** A folder as people say it: home as `~`, and of a deep path the two parts that tell it apart. */
export function shortFolder(path: string): string {
  const parts = neutralise(path).replace(HOME, '~').split('/')
  return parts.length <= 3 ? parts.join('/') : `…/${parts.slice(-2).join('/')}`
}
