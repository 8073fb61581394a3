import {
  type EventType,
  frameSchema,
  isNumbered,
  type Naming,
  nameOf,
  type ObjectSchema,
  typeNamed,
  validate,
  WatchEntry,
} from '@signalbox/protocol'
import { ACTIVITY_MARKS, activityFaults, CANONICAL_FIELDS } from '@signalbox/protocol/harmonize'
import { CODEX_EVENTS, codexEventNamed } from '@signalbox/protocol/watch'
import { isMark, notificationFault, recordFault } from './log-judge.js'
import { show } from './match.js'

/** Anything with a `type` that came over a wire. */
export type Frame = { type: string } & Record<string, unknown>

/** Where a reader is in one session. */
interface Place {
  seq: number
  ts: number
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** A command that changed nothing is answered with the type of its event, but there is no event and so no number. */
const ANSWERS_WITHOUT_EVENT: ReadonlySet<EventType> = new Set([
  'session_updated',
  'session_archived',
  'session_unarchived',
  'session_paused',
  'session_resumed',
])

/** A command that was given before is answered by the event it led to then, once more and under its own ref. */
const TOLD_AGAIN: ReadonlySet<EventType> = new Set(['turn_started', 'stop_acknowledged'])

/** Sees every frame of a case: which types there were, and what is wrong with any of them. */
export class Witness {
  readonly types = new Set<EventType>()
  readonly faults: string[] = []

  /** A reader of one stream: judges each frame for itself and by what came before it. */
  reader(naming: Naming): (frame: unknown) => void {
    const places = new Map<string, Place>()
    return (frame) => {
      const type = this.#judge(frame, naming)
      if (type === undefined) return
      const fault = follows(places, type, frame as Frame)
      if (fault !== undefined) this.#blame(fault, frame)
    }
  }

  /** A reader of the activity stream. What is no activity has a type, as events elsewhere have. */
  activityReader(): (frame: unknown) => void {
    return (frame) => {
      const mark = markOf(frame)
      const fault = mark ? markFault(mark, frame) : activityFault(frame)
      if (fault !== undefined) this.#blame(fault, frame)
    }
  }

  /** A reader of the watch list: the list as a whole, and every change of it as the event it is elsewhere. */
  watchReader(): (frame: unknown) => void {
    const changes = this.reader('snake')
    return (frame) => {
      if (typeOf(frame) !== 'watch_list') return changes(frame)
      const { entries } = frame as { entries?: unknown }
      const fault = Array.isArray(entries) ? entries.map(entryFault).find(Boolean) : 'entries must be a list'
      if (fault !== undefined) this.#blame(fault, frame)
    }
  }

  /** A reader of what happens in the words of the Codex notify program. */
  codexReader(): (frame: unknown) => void {
    return (frame) => {
      const mark = markOf(frame)
      const fault = mark ? markFault(mark, frame) : codexFault(frame)
      if (fault !== undefined) this.#blame(fault, frame)
    }
  }

  /** A reader of what people should see. */
  notificationReader(): (frame: unknown) => void {
    return (frame) => {
      const fault = isMark(frame) ? undefined : notificationFault(frame)
      if (fault !== undefined) this.#blame(fault, frame)
    }
  }

  /** A reader of the records of the log. */
  recordReader(): (frame: unknown) => void {
    return (frame) => {
      const fault = isMark(frame) ? undefined : recordFault(frame)
      if (fault !== undefined) this.#blame(fault, frame)
    }
  }

  /** A list of events of one session, in an answer of any kind. */
  list(events: readonly unknown[], naming: Naming): void {
    const read = this.reader(naming)
    for (const event of events) read(event)
  }

  /** Takes over what another has seen: several cases may look at the same frames. */
  absorb(other: Witness): void {
    for (const type of other.types) this.types.add(type)
    this.faults.push(...other.faults)
  }

  #judge(frame: unknown, naming: Naming): EventType | undefined {
    if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) {
      this.#blame('a frame must be a JSON object', frame)
      return undefined
    }
    const { type: name } = frame as Record<string, unknown>
    const type = typeof name === 'string' ? typeNamed(name) : undefined
    if (type === undefined) {
      this.#blame('the registry has no such type', frame)
      return undefined
    }
    this.types.add(type)
    const fault = frameFault(type, frame as Frame, naming)
    if (fault !== undefined) this.#blame(fault, frame)
    if (type === 'events') this.list((frame as { events?: unknown[] }).events ?? [], naming)
    return type
  }

  #blame(fault: string, frame: unknown): void {
    this.faults.push(`${fault}: ${show(frame)}`)
  }
}

function frameFault(type: EventType, frame: Frame, naming: Naming): string | undefined {
  if (frame.type !== nameOf(type, naming)) return `under naming ${naming} it is ${nameOf(type, naming)}`
  const schema = frameSchema(type, naming)
  const unknown = Object.keys(frame).find((name) => !Object.hasOwn(schema.properties, name))
  if (unknown !== undefined) return `${unknown} does not belong on the wire`
  const wrong = validate(withoutEvent(type, frame) ? numberless(schema) : schema, frame)
  if (wrong) return `${wrong.path} ${wrong.problem}`
  if (isNumbered(type) && !UUID.test(String(frame.sessionId))) return 'sessionId must be a uuid'
  return undefined
}

/** What is wrong with what an activity stream says of itself. */
function markFault(type: keyof typeof ACTIVITY_MARKS, mark: unknown): string | undefined {
  const wrong = validate(ACTIVITY_MARKS[type].schema, mark)
  return wrong && `${wrong.path} ${wrong.problem}`
}

/** What is wrong with a line of the watch list. */
export function entryFault(entry: unknown): string | undefined {
  const wrong = validate(WatchEntry, entry)
  if (wrong) return `${wrong.path} ${wrong.problem}`
  const unknown = Object.keys(entry as object).find((name) => !Object.hasOwn(WatchEntry.properties, name))
  return unknown === undefined ? undefined : `${unknown} is nothing of the watch list`
}

function codexFault(told: unknown): string | undefined {
  const type = codexEventNamed(String(typeOf(told)))
  if (type === undefined || type !== typeOf(told)) return 'Codex has no such event'
  const { fields } = CODEX_EVENTS[type]
  const unknown = Object.keys(told as object).find((name) => !Object.hasOwn(fields.properties, name))
  if (unknown !== undefined) return `${unknown} is no field of ${type}`
  const wrong = validate(fields, told)
  return wrong && `${wrong.path} ${wrong.problem}`
}

function typeOf(frame: unknown): unknown {
  return typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : undefined
}

function markOf(frame: unknown): keyof typeof ACTIVITY_MARKS | undefined {
  const type = typeOf(frame)
  return type === 'gap' || type === 'replay_complete' ? type : undefined
}

function activityFault(activity: unknown): string | undefined {
  const [fault] = activityFaults(activity)
  if (fault) return `${fault.path} ${fault.problem}`
  const unknown = Object.keys(activity as object).find((name) => !Object.hasOwn(CANONICAL_FIELDS, name))
  return unknown === undefined ? undefined : `${unknown} is no field of a canonical event`
}

function withoutEvent(type: EventType, { seq, ref }: Frame): boolean {
  return seq === undefined && ref !== undefined && ANSWERS_WITHOUT_EVENT.has(type)
}

function numberless(schema: ObjectSchema): ObjectSchema {
  return { ...schema, required: schema.required.filter((name) => name !== 'seq' && name !== 'ts') }
}

/** What a frame must not do after those before it; moves the reader's place on. */
function follows(places: Map<string, Place>, type: EventType, frame: Frame): string | undefined {
  const sessionId = String(frame.sessionId)
  const place = places.get(sessionId) ?? { seq: 0, ts: 0 }
  const moves = MOVES[type]
  if (moves) {
    places.set(sessionId, moves(place, frame))
    return undefined
  }
  if (!isNumbered(type) || typeof frame.seq !== 'number') return undefined
  if (TOLD_AGAIN.has(type) && frame.ref !== undefined && frame.seq <= place.seq) return undefined
  const ts = Number(frame.ts)
  const fault =
    frame.seq <= place.seq
      ? `seq ${frame.seq} after ${place.seq}`
      : ts < place.ts
        ? `ts ${ts} after ${place.ts}`
        : undefined
  places.set(sessionId, { seq: Math.max(frame.seq, place.seq), ts: Math.max(ts, place.ts) })
  return fault
}

/** What is heard of a session before it is joined does not count: a snapshot begins anew. */
const MOVES: Partial<Record<EventType, (place: Place, frame: Frame) => Place>> = {
  state_snapshot: () => ({ seq: 0, ts: 0 }),
  gap: ({ ts }, frame) => ({ seq: Number(frame.toSeq), ts }),
  replay_complete: ({ seq, ts }, frame) => ({ seq: Math.max(seq, Number(frame.lastSeq)), ts }),
}
