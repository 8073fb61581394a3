import { duration } from '../age.js'
import { questionsOf } from '../show/request-text.js'
import { displayWidth } from '../terminal/display-width.js'
import { oneLine, visibleLine } from '../terminal/plain-text.js'
import { columnsFor } from './columns.js'
import { HELP } from './help.js'
import { keyLine } from './key-line.js'
import { LAMPS, type LampName, lampOf } from './lamp.js'
import { selectedEntry, selectedRequest, shownEntries, type WatchModel } from './model.js'
import type { Line, Segment } from './palette.js'
import { firstShown, type Plan, planOf } from './plan.js'
import { nameOf, rowOf } from './row.js'
import { rowLine, titleLine } from './row-line.js'
import { cutLine, lineWidth } from './wrap-line.js'

/** The whole screen, line by line, never wider or higher than the terminal. Pure. */
export function viewOf(model: WatchModel, now: number, moment: number | undefined = now): Line[] {
  const plan = planOf(model)
  const lines = [headLine(model, now), ...bodyLines(model, plan, now, moment), bottomLine(model, now)]
  return lines.slice(-plan.height).map((line) => cutLine(line, model.columns))
}

function bodyLines(model: WatchModel, plan: Plan, now: number, moment: number | undefined): Line[] {
  const notice = noticeLine(model)
  if (model.mode.at === 'help') return filled([[], ...HELP], plan.height - 2)
  if (model.mode.at === 'reading') {
    const shown = plan.detail.slice(model.mode.from, model.mode.from + plan.height - 4)
    return [ruleLine(model, now), ...filled(shown, plan.height - 4), notice]
  }
  const list = listLines(model, plan, now, moment)
  if (plan.detailRoom === 0) return [...list, notice]
  return [...list, ruleLine(model, now), ...seen(plan), notice]
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
  const total = plan.list + Number(plan.titles)
  if (entries.length === 0) return filled(emptyLines(model), total)
  const rows = entries.map((entry) => rowOf(entry, { now, ...model }))
  const widths = columnsFor(rows, model.columns)
  const at = rows.findIndex(({ sessionId }) => sessionId === model.selected)
  const first = firstShown(at, rows.length, plan.list)
  const shown = rows.slice(first, first + plan.list)
  const lines = shown.map((row) =>
    rowLine(row, widths, { selected: row.sessionId === model.selected, moment }),
  )
  return filled(plan.titles ? [titleLine(widths), ...lines] : lines, total)
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

/** The mark, how many are in which state, and whether this is live. */
function headLine(model: WatchModel, now: number): Line {
  const link = linkSegment(model, now)
  const room = model.columns - displayWidth(link.text) - 3
  const head: Segment[] = [{ text: '  Signalbox', style: 'strong' }]
  for (const segments of counts(model)) {
    if (lineWidth([...head, ...segments]) > room) break
    head.push(...segments)
  }
  const fill = Math.max(1, model.columns - lineWidth(head) - displayWidth(link.text) - 1)
  return [...head, { text: ' '.repeat(fill) }, link]
}

function counts(model: WatchModel): Segment[][] {
  const lamps = [...model.board.values()]
    .filter(({ sessionId }) => !model.muted.has(sessionId))
    .map((entry) => lampOf(entry))
  return (Object.keys(LAMPS) as LampName[]).flatMap((name) => {
    const count = lamps.filter((lamp) => lamp === name).length
    if (count === 0) return []
    const { shape, counted, style } = LAMPS[name]
    const said = name === 'needs' && count === 1 ? 'needs you' : counted
    const text: Segment =
      name === 'needs' ? { text: ` ${count} ${said}`, style } : { text: ` ${count} ${said}`, style: 'soft' }
    return [[{ text: '   ' }, { text: shape, style }, text]]
  })
}

function linkSegment({ link, search, mode }: WatchModel, now: number): Segment {
  if (link.state === 'reconnecting')
    return { text: `reconnecting (${duration(Math.max(0, link.retryAt - now))})`, style: 'waiting' }
  if (search !== '' && mode.at !== 'searching') return { text: `/${visibleLine(search)}`, style: 'accent' }
  return { text: 'live', style: 'faint' }
}

/** The rule above the detail says whose it is, and how many rows there are beside those that fit. */
function ruleLine(model: WatchModel, now: number): Line {
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
  const hidden = entries.length - planOf(model).list
  const at = entries.findIndex(({ sessionId }) => sessionId === entry.sessionId) + 1
  const place = hidden > 0 && model.mode.at !== 'reading' ? ` ${at} of ${entries.length} ──` : ''
  const fill = Math.max(0, model.columns - lineWidth(title) - displayWidth(place))
  return [...title, { text: '─'.repeat(fill) + place, style: 'faint' }]
}

function noticeLine({ notice }: WatchModel): Line {
  if (!notice) return []
  return [{ text: `  ${oneLine(notice.text)}`, style: notice.bad ? 'waiting' : 'working' }]
}

/** The keys; while something is typed, that. */
function bottomLine(model: WatchModel, now: number): Line {
  const { mode } = model
  if (mode.at === 'searching') return promptLine(model, 'Search', model.search, 'Enter keeps, Esc drops')
  if (mode.at === 'denying')
    return promptLine(model, 'Deny, because', mode.typed, 'Enter sends (may be empty), Esc leaves')
  if (mode.at !== 'answering') return keyLine(model, now)
  const request = selectedRequest(model)
  const question = request ? questionsOf(request.data)[mode.question] : undefined
  const hint =
    mode.problem ??
    (question?.options?.length
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

function filled(lines: readonly Line[], height: number): Line[] {
  const shown = lines.slice(0, Math.max(0, height))
  return [...shown, ...Array.from({ length: Math.max(0, height - shown.length) }, (): Line => [])]
}
