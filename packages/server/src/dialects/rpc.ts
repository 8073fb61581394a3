import { type Event, isDurable, type JsonObject } from '@signalbox/protocol'
import type { RpcNotificationName } from '@signalbox/protocol/rpc'
import { encodeLine, type OpenItem, type RpcLine, Teller } from '@signalbox/protocol/telling'
import type { FollowingDialect } from './dialect.js'
import { linesOfEvent } from './line-places.js'

const NOTHING = Buffer.alloc(0)

/** Lines of JSON-RPC, as bytes. */
export function linesFrame(lines: readonly RpcLine[]): Buffer {
  if (lines.length === 0) return NOTHING
  return Buffer.from(`${lines.map(encodeLine).join('\n')}\n`)
}

/**
 * Notifications of JSON-RPC, one a line. What an event is said as depends on those before it, so the dialect follows
 * everything that is published; its frames are shared by all streams.
 */
export class RpcDialect implements FollowingDialect {
  readonly name = 'rpc'
  readonly whole = true
  readonly #teller: Teller<Event>
  #heard: Event | undefined
  #frame: Buffer | undefined

  constructor(epoch: string) {
    this.#teller = new Teller(epoch)
  }

  note(event: Event): void {
    this.#teller.hear(event)
    this.#heard = event
    this.#frame = undefined
  }

  /** Of the event that was heard last: what came before cannot be said again. */
  event(event: unknown): Buffer {
    if (this.#heard === undefined || event !== this.#heard) return NOTHING
    this.#frame ??= linesFrame(linesOfEvent(this.#teller.lines(), placeBefore(this.#heard)))
    return this.#frame
  }

  /** The type of the frame is the method. */
  control({ type, ...params }: { type: string } & Record<string, unknown>): Buffer {
    return linesFrame([{ method: type as RpcNotificationName, params: params as JsonObject }])
  }

  get owes(): boolean {
    return this.#teller.owes
  }

  owed(now: number): { event: Event; frame: Buffer }[] {
    return this.#teller.owed(now).map(({ event, lines }) => ({ event, frame: linesFrame(lines) }))
  }

  /** What no replay tells of a tenant, or of one session: the items that are growing now. */
  open({ tenantId, sessionId }: { tenantId: string; sessionId?: string }): OpenItem<Event>[] {
    return this.#teller.open(sessionId).filter(({ event }) => event.tenantId === tenantId)
  }
}

function placeBefore({ seq, offset, type }: Event): { seq: number; offset: number } {
  return { seq: seq - 1, offset: isDurable(type) ? offset - 1 : offset }
}
