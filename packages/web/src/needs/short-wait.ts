import { shortDuration } from '../show/duration.js'

/** How long somebody waits, in whole seconds: it is told again every second. */
export function shortWait(ms: number): string {
  return shortDuration(Math.floor(ms / 1000) * 1000)
}

/** How long ago something was. */
export function agoText(ms: number): string {
  return ms < 1000 ? 'just now' : `${shortWait(ms)} ago`
}
