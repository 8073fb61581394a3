import { changesOf } from '../../show/file-change.js'
import type { CallItem } from '../transcript/item.js'

/** Longer changes stay a line until somebody opens them. */
const MOST_LINES = 16

/** Whether a call is shown with what it does without being opened: a small change of files, or a terminal. */
export function isShownAtOnce({ toolName, args, terminal, state }: CallItem): boolean {
  if (terminal !== null) return true
  // Who asks for leave shows the change itself.
  if (toolName === null || args === undefined || state === 'asked') return false
  const changes = changesOf(toolName, args)
  const lines = changes.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines))
  return lines.length > 0 && lines.length <= MOST_LINES && changes.every(({ truncated }) => !truncated)
}
