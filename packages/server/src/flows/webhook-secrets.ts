import type { Records } from '../log/log.js'

export interface WebhookSecretsDeps {
  records: Records
  now: () => number
  randomBytes: (size: number) => Buffer
}

/** The secret webhooks of a trigger are signed with. After a change the one before signs as well, until `until`. */
export interface WebhookSecret {
  secret: string
  previous?: { secret: string; until: number }
}

const KIND = 'flow_secret'
const SIZE = 32
/** So long a receiver has to take over a new secret. */
const OVERLAP_MS = 24 * 60 * 60_000

/** The secrets of webhooks, one for each trigger, made when first needed; kept in the log. */
export class WebhookSecrets {
  readonly #deps: WebhookSecretsDeps
  readonly #kept = new Map<string, Promise<Map<string, WebhookSecret>>>()
  /** Changes are made one after the other. */
  #changing: Promise<unknown> = Promise.resolve()

  constructor(deps: WebhookSecretsDeps) {
    this.#deps = deps
  }

  /** The secret of a trigger, made if there is none yet. */
  async of(tenantId: string, triggerId: string): Promise<WebhookSecret> {
    const known = (await this.#load(tenantId)).get(triggerId) ?? (await this.#make(tenantId, triggerId))
    const { previous } = known
    return previous && previous.until <= this.#deps.now() ? { secret: known.secret } : known
  }

  /** A new secret; the one before signs along for a day. */
  rotate(tenantId: string, triggerId: string): Promise<WebhookSecret> {
    return this.#change(async () => {
      const before = (await this.#load(tenantId)).get(triggerId)
      const until = this.#deps.now() + OVERLAP_MS
      return this.#put(tenantId, triggerId, {
        secret: this.#newSecret(),
        ...(before ? { previous: { secret: before.secret, until } } : {}),
      })
    })
  }

  #make(tenantId: string, triggerId: string): Promise<WebhookSecret> {
    return this.#change(async () => {
      const made = (await this.#load(tenantId)).get(triggerId)
      return made ?? this.#put(tenantId, triggerId, { secret: this.#newSecret() })
    })
  }

  #change(make: () => Promise<WebhookSecret>): Promise<WebhookSecret> {
    const changed = this.#changing.then(make)
    this.#changing = changed.catch(() => undefined)
    return changed
  }

  /** Read once; what could not be read is read again the next time. */
  #load(tenantId: string): Promise<Map<string, WebhookSecret>> {
    const known = this.#kept.get(tenantId)
    if (known) return known
    const read = this.#deps.records
      .list(KIND, tenantId)
      .then((kept) => new Map(kept.map(({ id, value }) => [id, value as unknown as WebhookSecret])))
    this.#kept.set(tenantId, read)
    read.catch(() => this.#kept.delete(tenantId))
    return read
  }

  async #put(tenantId: string, id: string, secret: WebhookSecret): Promise<WebhookSecret> {
    await this.#deps.records.put({ kind: KIND, tenantId, id, value: { ...secret } })
    const kept = await this.#load(tenantId)
    kept.set(id, secret)
    return secret
  }

  #newSecret(): string {
    return `whsec_${this.#deps.randomBytes(SIZE).toString('base64')}`
  }
}
