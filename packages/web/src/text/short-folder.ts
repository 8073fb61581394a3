import { homeFolder } from './home-folder.js'

/** A folder as people say it: home as `~`, and of a deep path the two parts that tell it apart. */
export function shortFolder(path: string): string {
  const parts = homeFolder(path).split('/')
  return parts.length <= 3 ? parts.join('/') : `…/${parts.slice(-2).join('/')}`
}
