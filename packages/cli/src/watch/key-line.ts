import { displayWidth } from '../terminal/display-width.js'
import { type Mode, selectedRequest, type WatchModel, wasSeen } from './model.js'
import type { Line, Segment } from './palette.js'
import { isRead } from './reading.js'

type Hint = readonly [key: string, does: string]

/** What is offered where; the first ones are kept where there is little room. */
const GENERAL: readonly Hint[] = [
  ['?', 'help'],
  ['q', 'quit'],
  ['g', 'go to pane'],
  ['/', 'search'],
  ['m', 'mute'],
  ['j k', 'move'],
]
const HINTS: Partial<Record<Mode['at'], readonly Hint[]>> = {
  help: [['any key', 'back']],
  reading: [
    ['j k', 'scroll'],
    ['Esc', 'back'],
  ],
}
const ASKED = {
  permission: [
    ['a', 'approve'],
    ['d', 'deny'],
  ],
  question: [['r', 'answer']],
} as const satisfies Record<string, readonly Hint[]>

const GAP = '   '

/** Nothing is approved that was not seen. */
function readFirst(hint: Hint): Hint {
  return hint[0] === 'a' ? ['a', 'read on'] : hint
}

/** The keys that do something now, as many as there is room for. */
export function keyLine(model: WatchModel, now: number): Line {
  const line: Segment[] = []
  let width = 2
  for (const [key, does] of hintsFor(model, now)) {
    const gap = line.length === 0 ? '  ' : GAP
    width += displayWidth(gap + key + does) + 1
    if (width > model.columns) break
    line.push({ text: gap }, { text: key, style: 'accent' }, { text: ` ${does}`, style: 'faint' })
  }
  return line
}

function hintsFor(model: WatchModel, now: number): readonly Hint[] {
  const own = HINTS[model.mode.at] ?? GENERAL
  const request = selectedRequest(model)
  if (!request || model.mode.at === 'help' || !wasSeen(model, now)) return own
  const asked: readonly Hint[] = ASKED[request.kind]
  return [...(isRead(model) ? asked : asked.map(readFirst)), ...own]
}
