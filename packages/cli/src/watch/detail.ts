import type { RequestEntry } from '@signalbox/protocol'
import { questionsOf } from '../show/request-text.js'
import { oneLine, visibleLine } from '../terminal/plain-text.js'
import { askedLines } from './asked-lines.js'
import { markDangerous } from './dangerous.js'
import { lampOf } from './lamp.js'
import { type Mode, selectedEntry, selectedRequest, type WatchModel } from './model.js'
import type { Line, Segment } from './palette.js'
import { folderText } from './place.js'
import { reasonText } from './row.js'
import type { WatchEntry } from './watch-entry.js'
import { wrapLine } from './wrap-line.js'

const INDENT = 2
const BAR = '│ '

export interface Detail {
  /** What it asks, exactly and whole; else what it says. */
  asked: Line[]
  /** Who it is and where. */
  facts: Line[]
}

/** What there is to know of the selected session, in the columns there are. */
export function detailOf(model: WatchModel): Detail {
  const entry = selectedEntry(model)
  if (!entry) return { asked: [], facts: [] }
  const request = selectedRequest(model)
  const { mode, columns } = model
  return {
    asked: request ? requestLines(request, mode, columns) : sayingLines(entry, columns),
    facts: wrapped([{ text: factsText(entry, model), style: 'faint' }], columns),
  }
}

function requestLines(request: RequestEntry, mode: Mode, columns: number): Line[] {
  const { sentence, lines } = askedLines(request)
  return [
    ...wrapped([{ text: sentence, style: 'strong' }], columns),
    ...lines.flatMap((line) => barred(markDangerous(line), columns)),
    ...(request.kind === 'question' ? questionLines(request, mode, columns) : []),
  ]
}

/** Its questions with what can be chosen; while they are answered, where the person is. */
function questionLines(request: RequestEntry, mode: Mode, columns: number): Line[] {
  const at = mode.at === 'answering' ? mode : undefined
  return questionsOf(request.data).flatMap((question, index) => {
    const given = at?.given[question.id]
    const isNow = at?.question === index
    const text: Segment = { text: visibleLine(String(question.text)), ...(isNow ? { style: 'strong' } : {}) }
    const may: Segment = { text: question.required === false ? '  (may be left open)' : '', style: 'faint' }
    const said: Segment = { text: given === undefined ? '' : `  ${visibleLine(given)}`, style: 'accent' }
    const options = question.type === 'confirm' ? [] : (question.options ?? [])
    return [
      ...barred([text, may, said], columns),
      ...options.flatMap((option, number) => {
        const about = visibleLine(question.descriptions?.[number] ?? '')
        const choice: Line = [
          { text: `  ${number + 1} `, style: 'accent' },
          { text: visibleLine(String(option)) },
          { text: about === '' ? '' : `  ${about}`, style: 'faint' },
        ]
        return barred(choice, columns)
      }),
    ]
  })
}

/** Of one that asks nothing we could answer. */
function sayingLines(entry: WatchEntry, columns: number): Line[] {
  const lamp = lampOf(entry)
  const told = entry.message ?? entry.action ?? reasonText(entry.reason) ?? ''
  const said = lamp === 'needs' ? visibleLine(told) : oneLine(told)
  const lines = said === '' ? [] : wrapped([{ text: said }], columns)
  // With a request that is not fetched yet, nothing is claimed.
  if (lamp !== 'needs' || entry.requestId !== undefined) return lines
  const hint = 'It can only be answered in its own terminal; g goes there.'
  return [...lines, ...wrapped([{ text: hint, style: 'soft' }], columns)]
}

function factsText(entry: WatchEntry, { here }: WatchModel): string {
  const host = entry.host !== undefined && entry.host !== here.host ? ` on ${entry.host}` : ''
  const facts = [
    entry.agent,
    folderText(entry.cwd, entry.host, here),
    entry.pid === undefined ? '' : `pid ${entry.pid}${host}`,
    entry.tmuxTarget === undefined ? '' : `tmux ${entry.tmuxTarget}`,
  ]
  return facts
    .map((fact) => oneLine(fact))
    .filter((fact) => fact !== '')
    .join(' · ')
}

function wrapped(line: Line, columns: number): Line[] {
  const indent = { text: ' '.repeat(INDENT) }
  return wrapLine(line, columns - INDENT).map((part) => [indent, ...part])
}

function barred(line: Line, columns: number): Line[] {
  const lines = wrapLine(line, columns - INDENT - BAR.length)
  return lines.map((part) => [{ text: ' '.repeat(INDENT) }, { text: BAR, style: 'faint' }, ...part])
}
