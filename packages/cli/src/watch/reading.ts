import type { Mode, WatchModel } from './model.js'
import { isCut, planOf, readingRoom } from './plan.js'
import { type Pressed, told } from './pressed.js'

/** Where reading begins: at the top, and nothing further was seen. */
export const TOP = { at: 'reading', from: 0, furthest: 0 } as const satisfies Mode

/** The whole of what is asked, moved by so many lines; never by more than fit, so none is passed over. */
export function scrolled(model: WatchModel, by: number): WatchModel {
  const { mode } = model
  if (mode.at !== 'reading') return model
  const plan = planOf(model)
  const last = Math.max(0, plan.detail.length - readingRoom(plan))
  const from = Math.min(last, Math.max(0, mode.from + by))
  return { ...model, mode: { at: 'reading', from, furthest: Math.max(mode.furthest, from) } }
}

/** Whether every line of what is asked is on the screen, or was. */
export function isRead(model: WatchModel): boolean {
  const { mode } = model
  if (mode.at !== 'reading') return !isCut(model)
  const plan = planOf(model)
  return mode.furthest + readingRoom(plan) >= plan.asked
}

/** The first lines of what is asked that were not seen yet. */
export function readOn(model: WatchModel, now: number): Pressed {
  const room = readingRoom(planOf(model))
  if (room === 0) return told(model, 'There is no room to show what it asks. Make the terminal higher.')
  const { mode } = model
  const shown =
    mode.at === 'reading' ? scrolled(model, mode.furthest + room - mode.from) : { ...model, mode: TOP }
  const text = !isRead(shown)
    ? 'There is more below. a reads on.'
    : mode.at === 'reading'
      ? 'This is the end of it. a approves.'
      : 'This is the whole of it. a approves.'
  // A key that is held down does not rush through.
  return { model: { ...shown, askedAt: now, notice: { text, bad: false } } }
}

/** How far down the person has come, where it does not all fit. */
export function placeText(model: WatchModel): string {
  const { mode } = model
  const plan = planOf(model)
  const room = readingRoom(plan)
  if (mode.at !== 'reading' || plan.asked <= room) return ''
  return `${Math.min(plan.asked, mode.from + room)} of ${plan.asked} lines`
}
