import type { RequestEntry } from '@signalbox/protocol'
import { readAnswer } from '../ask/read-answer.js'
import { askedLine, questionsOf } from '../show/request-text.js'
import type { Key } from './key.js'
import { lampOf } from './lamp.js'
import { selectedEntry, selectedRequest, type WatchModel, wasSeen } from './model.js'
import { list, type Pressed, told } from './pressed.js'
import { isRead, readOn } from './reading.js'
import { typedInto } from './typed-into.js'

export function whileDenying(model: WatchModel, key: Key): Pressed {
  const { mode } = model
  if (mode.at !== 'denying') return { model }
  const request = model.requests.get(mode.requestId)
  if (key.press === 'escape' || !request) return list(model)
  if (key.press !== 'enter')
    return { model: { ...model, mode: { ...mode, typed: typedInto(mode.typed, key) } } }
  const message = mode.typed.trim()
  return respond(model, request, { approved: false, ...(message === '' ? {} : { message }) }, 'Denied')
}

export function whileAnswering(model: WatchModel, key: Key): Pressed {
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

export function approve(model: WatchModel, now: number): Pressed {
  const request = selectedRequest(model)
  if (!request) return told(model, nothingAsked(model))
  if (request.kind === 'question') return told(model, 'This is a question: r answers it.')
  if (!wasSeen(model, now)) return told(model, 'This came up just now. Look at it, then press a.')
  if (!isRead(model)) return readOn(model, now)
  return respond(model, request, { approved: true }, 'Approved')
}

export function beginDenying(model: WatchModel): Pressed {
  const request = selectedRequest(model)
  if (!request) return told(model, nothingAsked(model))
  if (request.kind === 'question') return told(model, 'This is a question: r answers it.')
  return { model: { ...model, mode: { at: 'denying', requestId: request.requestId, typed: '' } } }
}

export function beginAnswering(model: WatchModel): Pressed {
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
