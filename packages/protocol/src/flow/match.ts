import type { EventType } from '../registry/registry.js'
import type { FlowBinding } from './config.js'
import { flowEventType } from './event-types.js'
import { bindingsOf, type FlowConfig, type FlowTrigger } from './flow.js'
import type { FlowFields } from './flow-fields.js'
import type { SessionNames } from './session-names.js'

/** What a trigger asks of an event. */
export type Matching = Pick<FlowTrigger, 'event_type' | 'where'>

/** One pair of `where`, as it is compared. */
interface Condition {
  key: string
  /** As `plain` makes it; undefined: the field must be there, whatever it says. */
  value: string | undefined
  session: boolean
  /** The pair as somebody wrote it. */
  written: { key: string; value: string }
}

export interface CompiledTrigger {
  readonly id: string
  readonly label: string | undefined
  readonly bindings: readonly FlowBinding[]
  /** Whether it matches an event of its type. */
  matches(fields: FlowFields, names: SessionNames): boolean
}

/** Triggers made ready to be asked for every event. */
export interface CompiledTriggers {
  readonly size: number
  /** Those that wait for this type, in their order. None: the fields of the event need not be made. */
  byType(type: EventType): readonly CompiledTrigger[]
  /** Those that match an event of this type, in their order; the same as asking each, and faster where they are many. */
  matching(type: EventType, fields: FlowFields, names: SessionNames): readonly CompiledTrigger[]
}

const ANY = '*'
const SESSION_KEYS: ReadonlySet<string> = new Set(['session.id', 'session_id'])
const NUMBERED = /^(.*\S)\s+\d+$/s
const ENDS_IN_NUMBER = /(?:^|\s)\d+$/

/** Whether an event matches a trigger: its type, and every pair of `where`. */
export function matches(trigger: Matching, fields: FlowFields, names: SessionNames): boolean {
  return whyNot(trigger, fields, names) === undefined
}

/** Why an event does not match a trigger, in a sentence; undefined when it does. */
export function whyNot(trigger: Matching, fields: FlowFields, names: SessionNames): string | undefined {
  const type = fields.get('type')
  const waitsFor = flowEventType(trigger.event_type)
  if (waitsFor === undefined || type !== waitsFor) {
    return `it waits for ${trigger.event_type}, and this is ${type ?? 'something else'}`
  }
  const answering = new Answering(fields, names)
  const failed = conditionsOf(trigger).find((condition) => !holds(condition, fields, answering))
  if (failed === undefined) return undefined
  const said = fields.get(failed.key)
  const { key, value } = failed.written
  if (said === undefined) return `the event has no ${key}`
  return `${key} is ${quoted(said)}, not ${quoted(value)}`
}

/** Triggers of a checked config, ready to be asked. */
export function compileTriggers(config: FlowConfig): CompiledTriggers {
  const byType = new Map<EventType, TriggersOfType>()
  for (const trigger of config.triggers) {
    const type = flowEventType(trigger.event_type)
    if (type === undefined) continue
    const known = byType.get(type) ?? new TriggersOfType()
    byType.set(type, known)
    known.add(trigger, bindingsOf(config, trigger.id))
  }
  return {
    size: config.triggers.length,
    byType: (type) => byType.get(type)?.all ?? NONE,
    matching: (type, fields, names) => byType.get(type)?.matching(fields, names) ?? NONE,
  }
}

const NONE: readonly CompiledTrigger[] = []

interface Ranked extends CompiledTrigger {
  readonly rank: number
  holds(fields: FlowFields, answering: Answering): boolean
}

/** The triggers of one type. Each is filed under one thing it asks for, so that an event looks only at those it may match. */
class TriggersOfType {
  readonly all: CompiledTrigger[] = []
  readonly #others: Ranked[] = []
  readonly #bySession = new Map<string, Ranked[]>()
  readonly #byField = new Map<string, Map<string, Ranked[]>>()

  add(trigger: FlowTrigger, bindings: readonly FlowBinding[]): void {
    const conditions = conditionsOf(trigger)
    const compiled: Ranked = {
      id: trigger.id,
      label: trigger.label,
      bindings,
      rank: this.all.length,
      holds: (fields, answering) => conditions.every((condition) => holds(condition, fields, answering)),
      matches: (fields, names) => compiled.holds(fields, new Answering(fields, names)),
    }
    this.all.push(compiled)
    this.#place(conditions).push(compiled)
  }

  matching(fields: FlowFields, names: SessionNames): readonly CompiledTrigger[] {
    const answering = new Answering(fields, names)
    const found: Ranked[] = []
    const look = (filed: readonly Ranked[] | undefined) => {
      for (const trigger of filed ?? []) if (trigger.holds(fields, answering)) found.push(trigger)
    }
    look(this.#others)
    if (this.#bySession.size > 0) for (const name of answering.names()) look(this.#bySession.get(name))
    for (const [key, values] of this.#byField) {
      const said = fields.get(key)
      if (said !== undefined) look(values.get(plain(said)))
    }
    return found.length < 2 ? found : found.sort((a, b) => a.rank - b.rank)
  }

  #place(conditions: readonly Condition[]): Ranked[] {
    const exact = conditions.filter(({ value }) => value !== undefined)
    // A field tells more than a session: one session says a lot.
    const { key, value, session } = exact.find((condition) => !condition.session) ?? exact[0] ?? {}
    if (key === undefined || value === undefined) return this.#others
    if (session) return placeIn(this.#bySession, value)
    const values = this.#byField.get(key) ?? new Map<string, Ranked[]>()
    this.#byField.set(key, values)
    return placeIn(values, value)
  }
}

function placeIn(filed: Map<string, Ranked[]>, value: string): Ranked[] {
  const place = filed.get(value) ?? []
  filed.set(value, place)
  return place
}

function conditionsOf({ where = {} }: Matching): Condition[] {
  return Object.entries(where).map(([name, value]) => {
    const key = plain(name)
    const wanted = plain(value)
    return {
      key,
      value: wanted === ANY ? undefined : wanted,
      session: SESSION_KEYS.has(key),
      written: { key: name.trim(), value: value.trim() },
    }
  })
}

function holds({ key, value, session }: Condition, fields: FlowFields, answering: Answering): boolean {
  if (value === undefined) return fields.has(key)
  if (session) return answering.names().has(value)
  const said = fields.get(key)
  return said !== undefined && plain(said) === value
}

/** A text as it is compared: neither case nor blanks around it count. */
function plain(text: string): string {
  return text.trim().toLowerCase()
}

/** What the session of an event answers to: each of its names, and `Codex` where one is `Codex 1`; lower-case. */
class Answering {
  readonly #fields: FlowFields
  readonly #said: SessionNames
  #names: ReadonlySet<string> | undefined

  constructor(fields: FlowFields, names: SessionNames) {
    this.#fields = fields
    this.#said = names
  }

  names(): ReadonlySet<string> {
    this.#names ??= this.#make()
    return this.#names
  }

  #make(): Set<string> {
    const names = new Set<string>()
    for (const said of [this.#fields.get('session.id') ?? '', ...this.#said]) {
      const name = plain(said)
      names.add(name)
      const stem = NUMBERED.exec(name)?.[1]
      if (stem !== undefined && !ENDS_IN_NUMBER.test(stem)) names.add(stem)
    }
    return names
  }
}

function quoted(text: string): string {
  return `"${text.length > 100 ? `${text.slice(0, 99)}…` : text}"`
}
