import type { Draft, EventType, JsonObject, NewId, Source } from '@signalbox/protocol'
import { type SpecPart, SpecStream } from '@signalbox/protocol/spec-stream'
import type { Happening } from '../agents/driver.js'

/** What cannot stand in the middle of a text: a text that is not finished ends there. */
const ENDS_TEXT: ReadonlySet<EventType> = new Set([
  'tool_call_start',
  'tool_call',
  'permission_requested',
  'question_requested',
  'turn_complete',
  'turn_error',
])

/** What an agent may tell when no turn runs: its title for the session, what it used, what it has to say to a person. */
export const ALSO_BETWEEN_TURNS: ReadonlySet<EventType> = new Set([
  'agent_notification',
  'task_notification',
  'thread.name_complete',
  'usage_update',
  'usage_context',
])

const ASKS = { permission_requested: 'permission', question_requested: 'question' } as const

/** A request as the agent knows it. */
export interface AskedRequest {
  requestId: string
  nativeId: string
  kind: 'permission' | 'question'
}

export interface TurnSettings {
  turnId: string
  source: Source
  newId: NewId
  /** Whether the agent waits for an answer under this id of its own already. */
  asks(nativeId: string): boolean
  asked(request: AskedRequest): void
}

/** One turn as an agent tells it, put into drafts: interface parted from text, requests under ids of ours. */
export class ToldTurn {
  readonly #settings: TurnSettings
  readonly #text: SpecStream
  #interfaces = 0

  constructor(settings: TurnSettings) {
    this.#settings = settings
    this.#text = new SpecStream(() => `ui-${++this.#interfaces}`)
  }

  drafts({ type, data }: Happening): Draft[] {
    if (type === 'text_delta') return this.#text.push(String(data.text)).map((part) => this.#part(part))
    if (isAsk(type) && this.#settings.asks(String(data.requestId))) return []
    const before = ENDS_TEXT.has(type) ? this.rest() : []
    return [...before, this.#draft(type, isAsk(type) ? this.#ask(type, data) : data)]
  }

  /** What is still held of a text that goes no further. */
  rest(): Draft[] {
    return this.#text.end().map((part) => this.#part(part))
  }

  #ask(type: keyof typeof ASKS, data: JsonObject): JsonObject {
    const requestId = `req_${this.#settings.newId()}`
    this.#settings.asked({ requestId, nativeId: String(data.requestId), kind: ASKS[type] })
    return { ...data, requestId }
  }

  #part(part: SpecPart): Draft {
    const { kind, ...data } = part
    return this.#draft(PART_TYPES[kind], data as unknown as JsonObject)
  }

  #draft(type: EventType, data: JsonObject): Draft {
    const { turnId, source } = this.#settings
    return { type, source, turnId, data }
  }
}

const PART_TYPES: Record<SpecPart['kind'], EventType> = {
  text: 'text_delta',
  start: 'ui.spec_start',
  patch: 'ui.spec_delta',
  complete: 'ui.spec_complete',
  error: 'ui.spec_error',
}

function isAsk(type: EventType): type is keyof typeof ASKS {
  return type in ASKS
}
