import { visibleText } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import type { Edit } from './plan.js'
import { unifiedDiff } from './unified-diff.js'

export interface ShownOptions {
  /** The token of the hooks, which is not shown. */
  token?: string | undefined
  /** A file of ours that comes or goes is named, and its length: nobody reads a program to answer a question. */
  isBrief?: boolean
}

/** A change as it is shown before anybody agrees to it: every line, only the token of the hooks is left out. */
export function shownEdit(
  { path, before, after, isOurs }: Edit,
  { paint, isTerminal }: Pick<Screen, 'paint' | 'isTerminal'>,
  { token, isBrief = false }: ShownOptions = {},
): string[] {
  const safe = (line: string) => (isTerminal ? visibleText(line.replace(/\r$/, '')) : line)
  const hidden = (line: string) => (token === undefined ? line : line.replaceAll(token, '(the hook token)'))
  if (isBrief && isOurs && (before === undefined || after === undefined)) {
    const [sign, what] = before === undefined ? ['+++', 'a new file'] : ['---', 'is deleted']
    const lines = (after ?? before ?? '').split('\n').length - 1
    return [`${paint('bold', `${sign} ${safe(path)}`)} (${what}, ${lines} lines; --dry-run shows them)`]
  }
  const colours = { '+': 'green', '-': 'red', '@': 'cyan' } as const
  return [
    paint('bold', `--- ${before === undefined ? '/dev/null' : safe(path)}`),
    paint('bold', `+++ ${after === undefined ? '/dev/null' : safe(path)}`),
    ...unifiedDiff(before ?? '', after ?? '').map((line) => {
      const shown = hidden(safe(line))
      const colour = colours[line[0] as keyof typeof colours]
      return colour === undefined ? shown : paint(colour, shown)
    }),
  ]
}
