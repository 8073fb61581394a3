import { displayWidth } from '../terminal/display-width.js'
import { oneLine } from '../terminal/plain-text.js'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where this machine is, and whose home is `~`. */
export interface Here {
  host: string
  home: string
}

/** A folder as people say it: `~/shop`. The home of another machine is none of ours. */
export function folderText(cwd: string | undefined, host: string | undefined, here: Here): string {
  const path = oneLine(cwd ?? '')
  if (host !== undefined && host !== here.host) return path
  if (here.home === '' || here.home === '/') return path
  if (path === here.home) return '~'
  return path.startsWith(`${here.home}/`) ? `~${path.slice(here.home.length)}` : path
}

/** The last part of a folder, which is what a project is called. */
export function lastPart(path: string): string {
  return oneLine(path).replace(/\/+$/, '').split('/').at(-1) ?? ''
}

/** A path in so many columns: its end says most, so it is cut where it begins. */
export function cutPath(path: string, columns: number): string {
  if (displayWidth(path) <= columns) return path
  if (columns <= 0) return ''
  let kept = ''
  let width = 1
  for (const { segment } of [...graphemes.segment(path)].reverse()) {
    width += displayWidth(segment)
    if (width > columns) break
    kept = segment + kept
  }
  return `…${kept}`
}
