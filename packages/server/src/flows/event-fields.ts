import type { Event, JsonObject } from '@signalbox/protocol'
import { type FlowFields, flowFields, spokenId } from '@signalbox/protocol/flow'
import type { NamedSession } from './named-sessions.js'

/** So many characters of events are held, whose fields may be asked for again. */
const MAX_HELD = 4 * 1024 * 1024
const MAX_EVENTS = 256

/** The fields of the events of late: made once, however many triggers an event sets off and however often each is tried. */
export class EventFields {
  readonly #fields = new Map<string, { fields: FlowFields; length: number }>()
  #held = 0

  /** `data` where somebody has parsed it already. */
  of(event: Event, session: NamedSession, data?: JsonObject): FlowFields {
    const known = this.#fields.get(event.id)
    if (known) return known.fields
    const said = data ?? (JSON.parse(event.data) as JsonObject)
    const fields = flowFields({ ...event, data: said }, { spokenId: spokenId({ data: said }, session) })
    this.#hold(event, fields)
    return fields
  }

  #hold({ id, data: { length } }: Event, fields: FlowFields): void {
    this.#fields.set(id, { fields, length })
    this.#held += length
    for (const [oldest, held] of this.#fields) {
      if (this.#held <= MAX_HELD && this.#fields.size <= MAX_EVENTS) return
      this.#fields.delete(oldest)
      this.#held -= held.length
    }
  }
}
