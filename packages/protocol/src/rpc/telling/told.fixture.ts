import { SignalboxError } from '../../errors.js'
import type { JsonObject } from '../../event.js'
import { isDurable } from '../../registry/registry.js'
import type { SessionMeta } from '../../registry/shapes.js'
import { type Decision, decide } from '../../session/decide.js'
import { type Folded, fold } from '../../session/fold.js'
import { emptyState, type SessionState } from '../../session/state.js'
import { commanded, happens, META, type Step } from '../../session/story.fixture.js'
import { uuidv7Maker } from '../../uuidv7.js'
import { validate } from '../../validate.js'
import { METHOD_PATTERN } from '../message.js'
import { RPC_NOTIFICATIONS } from '../notifications.js'
import type { HeardEvent, RpcLine } from './line.js'
import { encodeLine } from './line.js'
import { Teller } from './teller.js'

export const EPOCH = '01994f3a-0000-7000-8000-0000000000ff'
export const SESSION = '01994f3a-1000-7000-8000-000000000001'
/** The time in the id of the session. */
export const BEGAN = 0x01994f3a1000

export const DRIVEN_META: SessionMeta = {
  ...META,
  id: SESSION,
  origin: 'driven',
  agentType: 'demo',
  name: 'Given',
}
export const OBSERVED_META: SessionMeta = { ...META, id: SESSION, agentType: 'claude', name: 'Given' }

/** A step that comes so many ms after the one before; 10 unless told. */
export type Timed = Step | [after: number, step: Step]

/** What the log makes of steps: events with their numbers, as the teller hears them. */
export function heardOf(steps: readonly Timed[], meta: SessionMeta = DRIVEN_META): HeardEvent[] {
  let now = BEGAN + 1000
  let random = 0
  let offset = 0
  let state: SessionState = emptyState(meta)
  const newId = uuidv7Maker(
    () => now,
    (bytes) => bytes.fill(++random),
  )
  const heard: HeardEvent[] = []
  const all: Timed[] = [happens('session_created'), ...steps]
  for (const timed of all) {
    const [after, { draft, command }] = Array.isArray(timed) ? timed : ([10, timed] as const)
    now += after
    const decision = decided(state, draft, { now, newId }, command)
    if (!decision) continue
    for (const { event } of decision.decided) {
      state = fold(state, event)
      if (isDurable(event.type)) offset++
      heard.push(heardEvent(event, offset))
    }
    state = decision.state
  }
  return heard
}

/** What the log decides; undefined where it refuses. */
function decided(...asked: Parameters<typeof decide>): Decision | undefined {
  try {
    return decide(...asked)
  } catch (error) {
    if (error instanceof SignalboxError) return undefined
    throw error
  }
}

function heardEvent({ type, seq, ts, turnId, data = {} }: Folded, offset: number): HeardEvent {
  const event = { type, sessionId: SESSION, seq, offset, ts, data: JSON.stringify(data) }
  return turnId === undefined ? event : { ...event, turnId }
}

/** Steps of a driven session before its first turn. */
export const ready: readonly Step[] = [
  commanded('session_state', { state: 'activating' }),
  happens('session_state', { state: 'ready' }),
]

/** A prompt and the turn it begins. */
export const prompted = (content = 'Hi', more: JsonObject = {}): Step[] => [
  commanded('turn_started'),
  commanded('user_message', { content, via: 'rpc', ...more }),
]

/** Everything a teller says of events; each line fits the contract. */
export function linesOf(events: readonly HeardEvent[], teller = new Teller(EPOCH)): RpcLine[] {
  return events.flatMap((event) => {
    teller.hear(event)
    return teller.lines().map((line) => fit(line, event))
  })
}

const METHOD = new RegExp(METHOD_PATTERN)

/** The line, which must be one of the contract and stand where its event does. */
export function fit(line: RpcLine, event: HeardEvent): RpcLine {
  const { method, params } = line
  // Thrown, not expected: properties come through here some hundred thousand times.
  const fault = validate(RPC_NOTIFICATIONS[method].params, params)
  if (fault) throw new Error(`${fault.path} ${fault.problem} in ${encodeLine(line)}`)
  if (!METHOD.test(method)) throw new Error(`${method} is no name of a method`)
  const placed = params.seq === event.seq && params.offset === event.offset && params.epoch === EPOCH
  if (!placed) throw new Error(`not where its event is: ${encodeLine(line)}`)
  return line
}

/** The events a replay has. */
export function durable(events: readonly HeardEvent[]): HeardEvent[] {
  return events.filter(({ type }) => isDurable(type))
}

/** A line in a few words: `created command active: exec …`. */
export function brief({ method, params }: RpcLine): string {
  const { status, content, message, state } = params
  if (!method.startsWith('item/'))
    return [method, method.startsWith('thread/') ? state : '', message].filter(Boolean).join(' ')
  const of = (content ?? {}) as JsonObject
  const words = [method.slice(5), of.type, of.role, of.kind, status, ...TELLS.map((field) => said(of, field))]
  return words.filter((word) => word !== undefined && word !== '').join(' ')
}

const TELLS = ['text', 'message', 'name', 'path', 'steps', 'output', 'result', 'outcome'] as const

function said(content: JsonObject, field: (typeof TELLS)[number]): string {
  const value = content[field]
  if (value === undefined) return ''
  if (field === 'steps') return (value as { status: string }[]).map(({ status }) => status).join(',')
  return field === 'text' || field === 'message' || field === 'path' || field === 'outcome'
    ? String(value)
    : `${field}=${JSON.stringify(value)}`
}

export const briefs = (events: readonly HeardEvent[]): string[] => linesOf(events).map(brief)
