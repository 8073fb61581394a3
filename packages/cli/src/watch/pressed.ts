import type { RequestEntry } from '@signalbox/protocol'
import type { WatchModel } from './model.js'
import type { WatchEntry } from './watch-entry.js'

/** What is to be done beside showing something else. */
export type Order =
  | { do: 'quit' }
  | { do: 'jump'; entry: WatchEntry }
  | { do: 'respond'; request: RequestEntry; body: object; done: string }

export interface Pressed {
  model: WatchModel
  order?: Order
}

/** Back to the list. */
export function list(model: WatchModel): Pressed {
  return { model: { ...model, mode: { at: 'list' } } }
}

/** Why nothing is done. */
export function told(model: WatchModel, text: string): Pressed {
  return { model: { ...model, notice: { text, bad: true } } }
}
