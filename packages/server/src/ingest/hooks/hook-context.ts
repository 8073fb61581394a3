import type { SessionProcess } from '@signalbox/protocol'

/** What the client of a hook knows beside the payload. */
export interface HookContext {
  /** The client's own id of this call: the same id is the same call, told again. */
  eventId?: string
  /** When the hook ran, in milliseconds, where that is not now. */
  occurredAt?: number
  /** It is told after the fact: nobody can answer it any more. */
  late?: true
  process?: SessionProcess
}
