import type { RequestEntry } from '@signalbox/protocol'
import { type Board, boardOf, placed, withoutOver } from './board.js'
import { byNeed } from './by-need.js'
import type { Here } from './place.js'
import { nameOf } from './row.js'
import type { WatchEntry } from './watch-entry.js'

export type Mode =
  | { at: 'list' }
  | { at: 'help' }
  /** The whole of what is asked, from a line on; and the line the furthest look began at. */
  | { at: 'reading'; from: number; furthest: number }
  | { at: 'searching'; before: string }
  | { at: 'denying'; requestId: string; typed: string }
  | {
      at: 'answering'
      requestId: string
      given: Readonly<Record<string, string>>
      question: number
      typed: string
      problem?: string
    }

export type LinkState = { state: 'live' } | { state: 'reconnecting'; retryAt: number }

/** What was just done, or why it was not. */
export interface Notice {
  text: string
  bad: boolean
}

export interface WatchModel {
  board: Board
  /** Those that wait, by their id. */
  requests: ReadonlyMap<string, RequestEntry>
  muted: ReadonlySet<string>
  search: string
  selected: string | undefined
  mode: Mode
  link: LinkState
  notice: Notice | undefined
  /** When the selected session came to ask what it asks; undefined when the person went there and saw it. */
  askedAt: number | undefined
  columns: number
  rows: number
  here: Here
}

/** Everything the view is told. */
export type Happening =
  | { of: 'list'; entries: unknown }
  | { of: 'state'; entry: unknown }
  | { of: 'requests'; requests: readonly RequestEntry[] }
  | { of: 'link'; link: LinkState }
  | { of: 'notice'; notice: Notice }
  | { of: 'size'; columns: number; rows: number }
  | { of: 'time' }

/** Before anything is known. */
export function emptyModel(size: { columns: number; rows: number }, here: Here): WatchModel {
  return {
    board: new Map(),
    requests: new Map(),
    muted: new Set(),
    search: '',
    selected: undefined,
    mode: { at: 'list' },
    link: { state: 'live' },
    notice: undefined,
    askedAt: undefined,
    ...size,
    here,
  }
}

/** The view after something happened. The selection stays on its session, wherever the row goes. */
export function told(model: WatchModel, happening: Happening, now: number): WatchModel {
  const next = settled(model, changed(model, happening, now))
  const [before, after] = [selectedRequest(model)?.requestId, selectedRequest(next)?.requestId]
  const asked = before === after ? next : { ...next, askedAt: now }
  const isOther = before !== after || happening.of === 'size'
  // Lines of something else, or broken elsewhere, are not those that were read.
  return isOther && asked.mode.at === 'reading'
    ? { ...asked, mode: { at: 'reading', from: 0, furthest: 0 } }
    : asked
}

function changed(model: WatchModel, happening: Happening, now: number): WatchModel {
  switch (happening.of) {
    case 'list':
      return { ...model, board: withoutOver(boardOf(happening.entries), now) }
    case 'state':
      return { ...model, board: placed(model.board, happening.entry, now) }
    case 'requests':
      return { ...model, requests: new Map(happening.requests.map((one) => [one.requestId, one])) }
    case 'link':
      return { ...model, link: happening.link }
    case 'notice':
      return { ...model, notice: happening.notice }
    case 'size':
      return { ...model, columns: happening.columns, rows: happening.rows }
    case 'time':
      return { ...model, board: withoutOver(model.board, now) }
  }
}

/** Something is selected as long as there is something; what waits for text of one that is over is closed. */
function settled(before: WatchModel, model: WatchModel): WatchModel {
  const next = { ...model, selected: stillSelected(before, model) }
  const { mode } = next
  if (!('requestId' in mode) || next.requests.has(mode.requestId)) return next
  return {
    ...next,
    mode: { at: 'list' },
    notice: { text: 'This was answered elsewhere, or is over.', bad: true },
  }
}

/** The same session; if it is gone, the one that took its place. */
function stillSelected(before: WatchModel, model: WatchModel): string | undefined {
  // Nearly always: nothing has to be sorted for it.
  if (model.search === '' && model.selected !== undefined && model.board.has(model.selected))
    return model.selected
  const shown = shownEntries(model).map(({ sessionId }) => sessionId)
  if (model.selected !== undefined && shown.includes(model.selected)) return model.selected
  const index = shownEntries(before).findIndex(({ sessionId }) => sessionId === model.selected)
  return shown[Math.min(Math.max(index, 0), shown.length - 1)]
}

/** The sessions that are listed, in their order. */
export function shownEntries({ board, muted, search }: WatchModel): WatchEntry[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return [...board.values()]
    .filter((entry) => {
      const text = [nameOf(entry), entry.agent, entry.cwd, entry.action, entry.message, entry.sessionId]
        .join('\n')
        .toLowerCase()
      return wanted.every((word) => text.includes(word))
    })
    .sort(byNeed(muted))
}

/** What came up under the hands of a person is not approved by a key that was meant for something else. */
const LOOK_MS = 400

/** Whether what is asked was there long enough to be what the person means. */
export function wasSeen({ askedAt }: WatchModel, now: number): boolean {
  return askedAt === undefined || now - askedAt >= LOOK_MS
}

export function selectedEntry({ board, selected }: WatchModel): WatchEntry | undefined {
  return selected === undefined ? undefined : board.get(selected)
}

/** What the selected session asks: the request its state names, else the one that waits longest. */
export function selectedRequest({ board, selected, requests }: WatchModel): RequestEntry | undefined {
  if (selected === undefined) return undefined
  const named = requests.get(board.get(selected)?.requestId ?? '')
  return named ?? [...requests.values()].find(({ sessionId }) => sessionId === selected)
}

/** The model with another search; something that fits it is selected. */
export function searched(model: WatchModel, search: string): WatchModel {
  return settled(model, { ...model, search })
}
