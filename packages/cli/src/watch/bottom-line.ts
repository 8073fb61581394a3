import { questionsOf } from '../show/request-text.js'
import { displayWidth } from '../terminal/display-width.js'
import { visibleLine } from '../terminal/plain-text.js'
import { keyLine } from './key-line.js'
import { selectedRequest, type WatchModel } from './model.js'
import type { Line, Segment } from './palette.js'
import { lineWidth } from './wrap-line.js'

/** The keys; while something is typed, that. */
export function bottomLine(model: WatchModel, now: number): Line {
  const { mode } = model
  if (mode.at === 'searching') return promptLine(model, 'Search', model.search, 'Enter keeps, Esc drops')
  if (mode.at === 'denying')
    return promptLine(model, 'Deny, because', mode.typed, 'Enter sends (may be empty), Esc leaves')
  if (mode.at !== 'answering') return keyLine(model, now)
  const request = selectedRequest(model)
  const question = request ? questionsOf(request.data)[mode.question] : undefined
  const hint =
    mode.problem ??
    (question?.multiSelect
      ? 'numbers or words, with commas'
      : question?.options?.length
        ? 'a number or a word'
        : question?.type === 'confirm'
          ? 'yes or no'
          : 'Enter sends, Esc leaves')
  const many = request && questionsOf(request.data).length > 1 ? `Answer ${mode.question + 1}` : 'Answer'
  return promptLine(model, many, mode.typed, hint, mode.problem !== undefined)
}

/** What is typed is seen at its end; the hint goes first where there is no room for both. */
function promptLine(model: WatchModel, title: string, typed: string, hint: string, bad = false): Line {
  const head: Segment[] = [
    { text: `  ${title} `, style: 'strong' },
    { text: '› ', style: 'accent' },
  ]
  const room = model.columns - lineWidth(head) - 1
  const shown = endOf(visibleLine(typed), room)
  const left = room - displayWidth(shown) - 1
  const tail: Segment[] =
    displayWidth(hint) + 2 <= left ? [{ text: `  ${hint}`, style: bad ? 'waiting' : 'faint' }] : []
  return [...head, { text: shown }, { text: ' ', style: 'marked' }, ...tail]
}

function endOf(text: string, columns: number): string {
  let shown = text
  while (displayWidth(shown) > columns) shown = shown.slice(1)
  return shown
}
