import { approve, beginAnswering, beginDenying, whileAnswering, whileDenying } from './answering.js'
import type { Key } from './key.js'
import { lampOf } from './lamp.js'
import { type Mode, searched, selectedEntry, shownEntries, type WatchModel } from './model.js'
import { planOf, readingRoom } from './plan.js'
import { list, type Pressed, told } from './pressed.js'
import { scrolled, TOP } from './reading.js'
import { typedInto } from './typed-into.js'

type Handler = (model: WatchModel, now: number) => Pressed

/** The view after a key, and what is to be done. */
export function press(model: WatchModel, key: Key, now: number): Pressed {
  if (key.press === 'interrupt') return { model, order: { do: 'quit' } }
  const quiet = { ...model, notice: undefined }
  return MODES[model.mode.at](quiet, key, now)
}

const MODES: Record<Mode['at'], (model: WatchModel, key: Key, now: number) => Pressed> = {
  list: inList,
  help: (model, key) => (isText(key, 'q') ? quit(model) : list(model)),
  reading: whileReading,
  searching: whileSearching,
  denying: whileDenying,
  answering: whileAnswering,
}

const IN_LIST: Readonly<Record<string, Handler>> = {
  j: (model) => moved(model, 1),
  k: (model) => moved(model, -1),
  down: (model) => moved(model, 1),
  up: (model) => moved(model, -1),
  'page down': (model) => moved(model, planOf(model).list),
  'page up': (model) => moved(model, -planOf(model).list),
  home: (model) => moved(model, Number.NEGATIVE_INFINITY),
  end: (model) => moved(model, Number.POSITIVE_INFINITY),
  n: nextInNeed,
  g: jump,
  enter: jump,
  a: approve,
  d: beginDenying,
  r: beginAnswering,
  v: (model) => (selectedEntry(model) ? { model: { ...model, mode: TOP } } : { model }),
  m: mute,
  '/': (model) => ({ model: { ...model, mode: { at: 'searching', before: model.search } } }),
  '?': (model) => ({ model: { ...model, mode: { at: 'help' } } }),
  q: quit,
  escape: (model) => ({ model: searched(model, '') }),
}

function inList(model: WatchModel, key: Key, now: number): Pressed {
  if (key.press !== 'text') return IN_LIST[key.press]?.(model, now) ?? { model }
  const letters = key.text.length === 1 ? key.text : harmless(key.text)
  let result: Pressed = { model }
  for (const letter of letters)
    if (Object.hasOwn(IN_LIST, letter)) result = IN_LIST[letter]?.(result.model, now) ?? result
  const rest = key.text.slice(letters.length)
  return letters.endsWith('/') && rest !== ''
    ? press(result.model, { press: 'text', text: rest }, now)
    : result
}

/**
 * Of letters that came at once those that may count. They can be a paste, which must not approve anything; or quick
 * fingers on a slow line: moving about, and what is searched for.
 */
function harmless(text: string): string {
  const [found = ''] = /^[jkn]*(?:\/|$)/.exec(text) ?? []
  return found
}

function whileReading(model: WatchModel, key: Key, now: number): Pressed {
  if (model.mode.at !== 'reading') return { model }
  const room = readingRoom(planOf(model))
  const name = key.press === 'text' ? key.text : key.press
  if (name === 'j' || name === 'down') return { model: scrolled(model, 1) }
  if (name === 'k' || name === 'up') return { model: scrolled(model, -1) }
  if (name === 'page down' || name === ' ') return { model: scrolled(model, room) }
  if (name === 'page up') return { model: scrolled(model, -room) }
  if (name === 'a') return approve(model, now)
  if (name === 'd') return beginDenying(model)
  if (name === 'r') return beginAnswering(model)
  return name === 'escape' || name === 'v' || name === 'q' ? list(model) : { model }
}

function whileSearching(model: WatchModel, key: Key): Pressed {
  if (model.mode.at !== 'searching') return { model }
  if (key.press === 'enter') return list(model)
  if (key.press === 'escape') return list(searched(model, model.mode.before))
  if (key.press === 'up') return moved(model, -1)
  if (key.press === 'down') return moved(model, 1)
  return { model: searched(model, typedInto(model.search, key)) }
}

function jump(model: WatchModel): Pressed {
  const entry = selectedEntry(model)
  return entry ? { model, order: { do: 'jump', entry } } : told(model, 'Nothing is selected.')
}

function mute(model: WatchModel): Pressed {
  const { selected } = model
  if (selected === undefined) return { model }
  const muted = new Set(model.muted)
  if (!muted.delete(selected)) muted.add(selected)
  return { model: { ...model, muted } }
}

/** Another row; the person sees what it asks before they press a key. */
function moved(model: WatchModel, by: number): Pressed {
  const ids = shownEntries(model).map(({ sessionId }) => sessionId)
  const index = ids.indexOf(model.selected ?? '')
  const selected = ids[Math.min(Math.max(0, index + by), ids.length - 1)] ?? model.selected
  return { model: { ...model, selected, askedAt: undefined } }
}

/** The next below that needs a person, and from the top again. */
function nextInNeed(model: WatchModel): Pressed {
  const entries = shownEntries(model)
  const index = entries.findIndex(({ sessionId }) => sessionId === model.selected)
  const round = [...entries.slice(index + 1), ...entries.slice(0, index + 1)]
  const next = round.find((entry) => lampOf(entry) === 'needs' && !model.muted.has(entry.sessionId))
  if (!next) return told(model, 'Nobody needs you.')
  return { model: { ...model, selected: next.sessionId, askedAt: undefined } }
}

function quit(model: WatchModel): Pressed {
  return { model, order: { do: 'quit' } }
}

function isText(key: Key, text: string): boolean {
  return key.press === 'text' && key.text === text
}
