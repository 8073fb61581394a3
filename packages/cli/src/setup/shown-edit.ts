import { visibleText } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import type { Edit } from './plan.js'
import { unifiedDiff } from './unified-diff.js'

/** A change as it is shown before anybody agrees to it: every line, only the token of the hooks is left out. */
export function shownEdit(
  { path, before, after }: Edit,
  { paint, isTerminal }: Pick<Screen, 'paint' | 'isTerminal'>,
  token?: string,
): string[] {
  const safe = (line: string) => (isTerminal ? visibleText(line.replace(/\r$/, '')) : line)
  const hidden = (line: string) => (token === undefined ? line : line.replaceAll(token, '(the hook token)'))
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
