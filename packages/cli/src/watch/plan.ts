import { detailOf } from './detail.js'
import { shownEntries, type WatchModel } from './model.js'
import type { Line } from './palette.js'

/** How the lines of the screen are shared out. */
export interface Plan {
  height: number
  titles: boolean
  /** Whether there is room for an empty line under the heading. */
  airy: boolean
  list: number
  /** What is asked, then who asks. */
  detail: Line[]
  /** So many lines of it are what is asked. */
  asked: number
  /** So many lines of the detail can be seen. */
  detailRoom: number
}

/** The heading, the rule above the detail, what was just done, and the keys. */
const FIXED = 4
/** Shorter than this, there is the list and nothing else. */
const SHORTEST_WITH_DETAIL = 10
const SHORTEST_WITH_TITLES = 14
const SHORTEST_WITH_AIR = 20
const LEAST_LIST = 3

/** What goes where. The list keeps a few lines, however much is asked; what is asked gets the rest. */
export function planOf(model: WatchModel): Plan {
  const height = Math.max(3, model.rows)
  const titles = height >= SHORTEST_WITH_TITLES
  const airy = height >= SHORTEST_WITH_AIR
  const fixed = FIXED + Number(titles) + Number(airy)
  const { asked: lines, facts } = detailOf(model)
  const [detail, asked] = [[...lines, ...facts], lines.length]
  const entries = shownEntries(model).length
  if (height < SHORTEST_WITH_DETAIL || entries === 0) {
    const list = Math.max(1, height - (fixed - 1))
    return { height, titles, airy, list, detail, asked, detailRoom: 0 }
  }
  const least = Math.min(entries, Math.max(LEAST_LIST, Math.floor((height - fixed) * 0.4)))
  const detailRoom = Math.min(detail.length, height - fixed - least)
  return { height, titles, airy, list: height - fixed - detailRoom, detail, asked, detailRoom }
}

/** Whether some of what is asked cannot be seen. */
export function isCut(model: WatchModel): boolean {
  const { asked, detailRoom } = planOf(model)
  return asked > detailRoom
}

/** So many lines of the detail can be seen where it has the screen for itself. */
export function readingRoom({ height }: Plan): number {
  return Math.max(0, height - FIXED)
}

/** The first row of the list, so that the selected one is among those that fit, with as many above it as below. */
export function firstShown(selected: number, count: number, room: number): number {
  if (count <= room) return 0
  const middle = selected - Math.floor((room - 1) / 2)
  return Math.min(Math.max(0, middle), count - room)
}
