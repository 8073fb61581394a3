import type { Glance, SessionMeta } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'
import { doing } from './doing.js'
import type { Filter } from './filter.js'
import type { Glances } from './glances.js'
import { type Lamp, sessionLamp } from './lamp-of.js'
import { needText, type SessionBook } from './session-book.js'
import { sessionName } from './session-name.js'

/** One session as the board shows it. Everything in it is harmless text. */
export interface BoardRow {
  id: string
  session: SessionMeta
  lamp: Lamp
  name: string
  /** What it asks, or does, or why it is as it is; empty where there is nothing to say. */
  now: string
  /** Empty where nobody said which. */
  agent: string
  folder: string
  /** When it came to be in this state. */
  since: number
  costMicroDollars: number | undefined
}

/** Why a session is in its state, where the state alone does not tell. */
const REASONS: Readonly<Record<string, string>> = {
  denied: 'Denied; waits for what you say next',
  failed: 'The last turn failed',
  process_gone: 'Its process is gone',
  app_server_gone: 'Its app server is gone',
}

export function boardRow(session: SessionMeta, book: SessionBook, glances: Glances): BoardRow {
  const glance = glances.get(session.id)
  const need = needText(book, session.id)
  const lamp = sessionLamp(session, book.needs.has(session.id) || need !== undefined, glance)
  return {
    id: session.id,
    session,
    lamp,
    name: sessionName(session),
    now: lamp === 'needs' && need !== undefined ? neutralise(need) : whatNow(glance) || restsBecause(session),
    agent: session.agentType === 'unknown' ? '' : neutralise(session.agentType),
    folder: session.cwd === null ? '' : neutralise(session.cwd),
    since: glance?.since ?? session.lastActivityAt ?? session.updatedAt,
    costMicroDollars: glance?.costMicroDollars,
  }
}

/** Whether a filter leaves it in; `but` is not looked at. */
export function passes(row: BoardRow, filter: Filter, but?: keyof Filter): boolean {
  const checks: Record<keyof Filter, () => boolean> = {
    lamp: () => filter.lamp === null || row.lamp === filter.lamp,
    agent: () => filter.agent === null || row.session.agentType === filter.agent,
    origin: () => filter.origin === null || row.session.origin === filter.origin,
    archived: () => row.session.archived === filter.archived,
    search: () => found(row, filter.search),
  }
  return (Object.keys(checks) as (keyof Filter)[]).every((name) => name === but || checks[name]())
}

/** Every word is in its name, folder, agent or action. */
function found({ name, now, agent, folder, id }: BoardRow, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = [name, now, agent, folder, id].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

function whatNow(glance: Glance | undefined): string {
  if (glance === undefined) return ''
  const reason =
    glance.reason !== undefined && Object.hasOwn(REASONS, glance.reason) ? REASONS[glance.reason] : ''
  if (glance.background !== undefined) return tasks(glance.background)
  return glance.action === undefined || reason ? (reason ?? '') : doing(glance.action)
}

/** Why nothing happens in it, where that is somebody's will. */
function restsBecause({ paused }: SessionMeta): string {
  return paused ? 'Paused: no new turns start' : ''
}

function tasks(count: number): string {
  return count === 1 ? '1 task in the background' : `${count} tasks in the background`
}
