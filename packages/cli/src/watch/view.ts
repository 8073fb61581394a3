import { duration } from '../age.js'
import { displayWidth } from '../terminal/display-width.js'
import { oneLine, visibleLine } from '../terminal/plain-text.js'
import { bottomLine } from './bottom-line.js'
import { columnsFor } from './columns.js'
import { headLine } from './head-line.js'
import { HELP } from './help.js'
import { LAMPS, lampOf } from './lamp.js'
import { selectedEntry, shownEntries, type WatchModel } from './model.js'
import type { Line, Segment } from './palette.js'
import { firstShown, type Plan, planOf, readingRoom } from './plan.js'
import { placeText } from './reading.js'
import { nameOf, rowOf } from './row.js'
import { rowLine, titleLine } from './row-line.js'
import { cutLine, lineWidth } from './wrap-line.js'

/** The whole screen, line by line, never wider or higher than the terminal. Pure. */
export function viewOf(model: WatchModel, now: number, moment: number | undefined): Line[] {
  const plan = planOf(model)
  // All clocks of the screen move together, once a second.
  const second = Math.floor(now / 1000) * 1000
  const body = bodyLines(model, plan, second, moment)
  const lines = [headLine(model, second), ...body, bottomLine(model, now)]
  return lines.slice(-plan.height).map((line) => cutLine(line, model.columns))
}

function bodyLines(model: WatchModel, plan: Plan, now: number, moment: number | undefined): Line[] {
  const notice = noticeLine(model)
  if (model.mode.at === 'help') return filled([[], ...HELP], plan.height - 2)
  if (model.mode.at === 'reading') {
    const room = readingRoom(plan)
    const shown = plan.detail.slice(model.mode.from, model.mode.from + room)
    return [ruleLine(model, plan, now), ...filled(shown, room), notice]
  }
  const list = listLines(model, plan, now, moment)
  if (plan.detailRoom === 0) return [...list, notice]
  return [...list, ruleLine(model, plan, now), ...seen(plan), notice]
}

/** What fits of the detail; what does not is named. */
function seen({ detail, detailRoom, asked }: Plan): Line[] {
  if (asked <= detailRoom) return detail.slice(0, detailRoom)
  const left = asked - detailRoom + 1
  const more: Line = [
    { text: `  … ${left} more ${left === 1 ? 'line' : 'lines'}; `, style: 'faint' },
    { text: 'v', style: 'accent' },
    { text: ' shows all of it', style: 'faint' },
  ]
  return [...detail.slice(0, detailRoom - 1), more]
}

function listLines(model: WatchModel, plan: Plan, now: number, moment: number | undefined): Line[] {
  const entries = shownEntries(model)
  const total = plan.list + Number(plan.titles) + Number(plan.airy)
  if (entries.length === 0) return filled(emptyLines(model), total)
  const rows = entries.map((entry) => rowOf(entry, { now, ...model }))
  const widths = columnsFor(rows, model.columns)
  const at = rows.findIndex(({ sessionId }) => sessionId === model.selected)
  const first = firstShown(at, rows.length, plan.list)
  const shown = rows.slice(first, first + plan.list)
  const lines = shown.map((row) =>
    rowLine(row, widths, { selected: row.sessionId === model.selected, moment }),
  )
  const above = [...(plan.airy ? [[]] : []), ...(plan.titles ? [titleLine(widths)] : [])]
  return filled([...above, ...lines], total)
}

function emptyLines({ board, search }: WatchModel): Line[] {
  if (board.size > 0)
    return [
      [],
      [
        { text: `  No session fits "${visibleLine(search)}". `, style: 'soft' },
        { text: 'Esc', style: 'accent' },
        { text: ' shows all.', style: 'soft' },
      ],
    ]
  return [
    [],
    [{ text: '  No sessions yet.', style: 'strong' }],
    [
      { text: '  signalbox setup', style: 'accent' },
      { text: ' makes your agents report here.', style: 'soft' },
    ],
    [
      { text: '  signalbox run "…"', style: 'accent' },
      { text: ' begins a session of its own.', style: 'soft' },
    ],
  ]
}

/** The rule above the detail says whose it is, and how many rows there are beside those that fit. */
function ruleLine(model: WatchModel, plan: Plan, now: number): Line {
  const entry = selectedEntry(model)
  if (!entry) return [{ text: '─'.repeat(model.columns), style: 'faint' }]
  const lamp = LAMPS[lampOf(entry)]
  const asked = [...model.requests.values()].filter(({ sessionId }) => sessionId === entry.sessionId).length
  const title: Segment[] = [
    { text: '── ', style: 'faint' },
    { text: nameOf(entry), style: 'strong' },
    { text: `  ${lamp.shape} ${lamp.word}`, style: lamp.style },
    { text: ` for ${duration(now - entry.since)}${asked > 1 ? `, 1 of ${asked}` : ''} `, style: 'faint' },
  ]
  const entries = shownEntries(model)
  const hidden = entries.length - plan.list
  const at = entries.findIndex(({ sessionId }) => sessionId === entry.sessionId) + 1
  const where =
    model.mode.at === 'reading' ? placeText(model) : hidden > 0 ? `${at} of ${entries.length}` : ''
  const place = where === '' ? '' : ` ${where} ──`
  const fill = Math.max(0, model.columns - lineWidth(title) - displayWidth(place))
  return [...title, { text: '─'.repeat(fill) + place, style: 'faint' }]
}

function noticeLine({ notice }: WatchModel): Line {
  if (!notice) return []
  return [{ text: `  ${oneLine(notice.text)}`, style: notice.bad ? 'strong' : 'soft' }]
}

function filled(lines: readonly Line[], height: number): Line[] {
  const shown = lines.slice(0, Math.max(0, height))
  return [...shown, ...Array.from({ length: Math.max(0, height - shown.length) }, (): Line => [])]
}
