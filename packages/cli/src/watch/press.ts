import type { RequestEntry } from '@signalbox/protocol'
import { readAnswer } from '../ask/read-answer.js'
import { askedLine, questionsOf } from '../show/request-text.js'
import type { Key } from './key.js'
import { lampOf } from './lamp.js'
import {
  type Mode,
  searched,
  selectedEntry,
  selectedRequest,
  shownEntries,
  type WatchModel,
  wasSeen,
} from './model.js'
import { isCut, planOf } from './plan.js'
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

type Handler = (model: WatchModel, now: number) => Pressed

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/* biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/** The view after a key, and what is to be done. */
export function pressed(model: WatchModel, key: Key, now: number): Pressed {
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
  v: (model) =>
    selectedEntry(model) ? { model: { ...model, mode: { at: 'reading', from: 0 } } } : { model },
  m: mute,
  '/': (model) => ({ model: { ...model, mode: { at: 'searching', before: model.search } } }),
  '?': (model) => ({ model: { ...model, mode: { at: 'help' } } }),
  q: quit,
  escape: (model) => ({ model: searched(model, '') }),
}

function inList(model: WatchModel, key: Key, now: number): Pressed {
  if (key.press !== 'text') return IN_LIST[key.press]?.(model, now) ?? { model }
  // Several letters at once are a paste, which must not approve anything; moving about may well come in a bunch.
  if (key.text.length > 1 && !/^[jk]+$/.test(key.text)) return { model }
  let result: Pressed = { model }
  for (const letter of key.text)
    if (Object.hasOwn(IN_LIST, letter)) result = IN_LIST[letter]?.(result.model, now) ?? result
  return result
}

function whileReading(model: WatchModel, key: Key, now: number): Pressed {
  if (model.mode.at !== 'reading') return { model }
  const { detail, height } = planOf(model)
  const room = height - 3
  const scrolled = (by: number): Pressed => {
    const from = model.mode.at === 'reading' ? model.mode.from : 0
    const last = Math.max(0, detail.length - room)
    return { model: { ...model, mode: { at: 'reading', from: Math.min(last, Math.max(0, from + by)) } } }
  }
  const name = key.press === 'text' ? key.text : key.press
  if (name === 'j' || name === 'down') return scrolled(1)
  if (name === 'k' || name === 'up') return scrolled(-1)
  if (name === 'page down' || name === ' ') return scrolled(room)
  if (name === 'page up') return scrolled(-room)
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

function whileDenying(model: WatchModel, key: Key): Pressed {
  const { mode } = model
  if (mode.at !== 'denying') return { model }
  const request = model.requests.get(mode.requestId)
  if (key.press === 'escape' || !request) return list(model)
  if (key.press !== 'enter')
    return { model: { ...model, mode: { ...mode, typed: typedInto(mode.typed, key) } } }
  const message = mode.typed.trim()
  return respond(model, request, { approved: false, ...(message === '' ? {} : { message }) }, 'Denied')
}

function whileAnswering(model: WatchModel, key: Key): Pressed {
  const { mode } = model
  if (mode.at !== 'answering') return { model }
  const request = model.requests.get(mode.requestId)
  const question = request ? questionsOf(request.data)[mode.question] : undefined
  if (key.press === 'escape' || !request || !question) return list(model)
  if (key.press !== 'enter') {
    const { problem: _told, ...rest } = mode
    return { model: { ...model, mode: { ...rest, typed: typedInto(mode.typed, key) } } }
  }
  const reading = readAnswer(mode.typed, question)
  if ('problem' in reading) return { model: { ...model, mode: { ...mode, problem: reading.problem } } }
  const given = 'answer' in reading ? { ...mode.given, [question.id]: reading.answer } : mode.given
  if (mode.question + 1 < questionsOf(request.data).length)
    return {
      model: {
        ...model,
        mode: {
          at: 'answering',
          requestId: mode.requestId,
          given,
          question: mode.question + 1,
          typed: '',
        },
      },
    }
  return respond(model, request, { answers: given }, 'Answered')
}

function approve(model: WatchModel, now: number): Pressed {
  const request = selectedRequest(model)
  if (!request) return told(model, nothingAsked(model))
  if (request.kind === 'question') return told(model, 'This is a question: r answers it.')
  if (!wasSeen(model, now)) return told(model, 'This came up just now. Look at it, then press a.')
  if (model.mode.at === 'list' && isCut(model))
    return {
      model: {
        ...model,
        mode: { at: 'reading', from: 0 },
        notice: { text: 'This is the whole of it. a approves.', bad: false },
      },
    }
  return respond(model, request, { approved: true }, 'Approved')
}

function beginDenying(model: WatchModel): Pressed {
  const request = selectedRequest(model)
  if (!request) return told(model, nothingAsked(model))
  if (request.kind === 'question') return told(model, 'This is a question: r answers it.')
  return { model: { ...model, mode: { at: 'denying', requestId: request.requestId, typed: '' } } }
}

function beginAnswering(model: WatchModel): Pressed {
  const request = selectedRequest(model)
  if (!request) return told(model, nothingAsked(model))
  if (request.kind !== 'question') return told(model, 'This asks for leave: a approves, d denies.')
  const { requestId } = request
  return {
    model: { ...model, mode: { at: 'answering', requestId, given: {}, question: 0, typed: '' } },
  }
}

/** Sent; the request is taken for answered until the gateway says otherwise, so that no key answers it twice. */
function respond(model: WatchModel, request: RequestEntry, body: object, said: string): Pressed {
  const requests = new Map(model.requests)
  requests.delete(request.requestId)
  return {
    model: { ...model, requests, mode: { at: 'list' } },
    order: { do: 'respond', request, body, done: `${said}: ${askedLine(request)}` },
  }
}

function nothingAsked(model: WatchModel): string {
  const entry = selectedEntry(model)
  if (!entry) return 'Nothing is selected.'
  return lampOf(entry) === 'needs'
    ? 'It can only be answered in its own terminal: g goes there.'
    : 'It asks nothing just now. n goes to one that does.'
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

function list(model: WatchModel): Pressed {
  return { model: { ...model, mode: { at: 'list' } } }
}

function told(model: WatchModel, text: string): Pressed {
  return { model: { ...model, notice: { text, bad: true } } }
}

function isText(key: Key, text: string): boolean {
  return key.press === 'text' && key.text === text
}

/** A line of text with a key more, or one less. */
function typedInto(text: string, key: Key): string {
  if (key.press === 'text') return text + key.text.replace(CONTROL, ' ')
  if (key.press === 'clear') return ''
  if (key.press !== 'backspace') return text
  return [...graphemes.segment(text)]
    .slice(0, -1)
    .map(({ segment }) => segment)
    .join('')
}
