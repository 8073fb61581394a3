import type { JsonObject } from '../../event.js'
import { textOf } from '../../session/text.js'
import type { RpcNotificationName } from '../notifications.js'
import { isoTime, threadId, timeIn } from './ids.js'
import { objectOf, type Telling } from './telling.js'

type ThreadMethod = Extract<RpcNotificationName, `thread/${string}`>

const STATES: Readonly<Record<ThreadMethod, string>> = {
  'thread/started': 'running',
  'thread/resumed': 'running',
  'thread/paused': 'paused',
  'thread/closed': 'closed',
}

export function startThread(telling: Telling): void {
  const { origin } = objectOf(telling.data.session)
  telling.session.whole = true
  telling.session.driven = origin === 'driven'
  sayThread(telling, 'thread/started')
}

export function pauseThread(telling: Telling): void {
  sayThread(telling, 'thread/paused')
}

export function resumeThread(telling: Telling): void {
  sayThread(telling, 'thread/resumed')
}

/** Put away by a person: a thread that was over already is so for another reason now. */
export function archiveThread(telling: Telling): void {
  telling.session.archived = true
  sayThread(telling, 'thread/closed')
}

/** Brought back; one whose agent is gone stays closed, one that was paused stays so. */
export function unarchiveThread(telling: Telling): void {
  telling.session.archived = false
  if (telling.session.gone) return
  const { paused } = objectOf(telling.data.session)
  sayThread(telling, paused === true ? 'thread/paused' : 'thread/resumed')
}

export function deleteThread(telling: Telling): void {
  sayThread(telling, 'thread/closed', 'the session was deleted')
  telling.forget()
}

/** A watched agent that is gone closes its thread; heard of again, it opens it. Ours come and go with their turns. */
export function watchThread(telling: Telling): void {
  const { data, session } = telling
  if (data.origin !== 'observed') return
  if (data.state !== 'ended') {
    reopen(telling)
    return
  }
  if (session.gone) return
  session.gone = true
  if (!session.archived) sayThread(telling, 'thread/closed', textOf(data.reason))
}

/** One that was gone does something again: it is back before that is told, and before it is seen at a glance. */
export function moveThread(telling: Telling): void {
  if (!AWAY.has(textOf(telling.data.state))) reopen(telling)
}

const AWAY: ReadonlySet<string> = new Set(['inactive', 'deactivating'])

function reopen(telling: Telling): void {
  const { session } = telling
  if (!session.gone) return
  session.gone = false
  if (!session.archived) sayThread(telling, 'thread/resumed')
}

function sayThread(telling: Telling, method: ThreadMethod, message = ''): void {
  const { sessionId, ts } = telling.event
  telling.say(method, () => {
    const params: JsonObject = { thread_id: threadId(sessionId), state: STATES[method] }
    if (STATES[method] === 'running') params.started_at = isoTime(timeIn(sessionId) ?? ts)
    if (message !== '') params.message = message
    return params
  })
}
