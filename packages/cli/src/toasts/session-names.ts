import type { SessionMeta } from '@signalbox/protocol'
import { call } from '../gateway/call.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { shortId } from '../short-id.js'
import { sessionName } from '../show/session-name.js'

/** A name is asked for again after so long: sessions are named while they go. */
const FRESH_MS = 60_000
const MOST = 1000

/** What people call the sessions of a gateway; the end of its id for one that cannot be asked for. */
export class SessionNames {
  readonly #address: GatewayAddress
  readonly #now: () => number
  readonly #known = new Map<string, { name: Promise<string>; until: number }>()

  constructor(address: GatewayAddress, now: () => number = Date.now) {
    this.#address = address
    this.#now = now
  }

  of(sessionId: string): Promise<string> {
    const known = this.#known.get(sessionId)
    if (known && known.until > this.#now()) return known.name
    if (this.#known.size >= MOST) this.#known.clear()
    const name = this.#ask(sessionId)
    this.#known.set(sessionId, { name, until: this.#now() + FRESH_MS })
    return name
  }

  async #ask(sessionId: string): Promise<string> {
    try {
      const session = await call(this.#address, `/api/sessions/${encodeURIComponent(sessionId)}`)
      return sessionName(session as unknown as SessionMeta) ?? shortId(sessionId)
    } catch {
      return shortId(sessionId)
    }
  }
}
