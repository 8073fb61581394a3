import { hash } from 'node:crypto'
import { type JsonObject, type NewId, SignalboxError } from '@signalbox/protocol'
import type { Identity } from '../identity.js'
import type { Records } from '../log/log.js'

/** A browser that was paired. */
export interface Device {
  id: string
  name: string
  createdAt: number
  /** When it last asked for something, since the gateway started. */
  lastSeenAt?: number
}

export interface DevicesOptions {
  records: Records
  /** Whose devices they are, and as whom they act. */
  owner: Identity
  now: () => number
  newId: NewId
  randomBytes: (size: number) => Buffer
}

interface Paired {
  device: Device
  /** Not kept on disk: every request would write, and one that comes late could bring a revoked device back. */
  lastSeenAt: number | undefined
  digest: string
  identity: Identity
}

const KIND = 'device'
const MAX_DEVICES = 100

/**
 * The paired devices. Only the SHA-256 of a device's token is kept (it is 256 random bits, so nothing slower is
 * needed); all are held in memory, because every request with a cookie asks here.
 */
export class Devices {
  readonly #options: DevicesOptions
  readonly #byId = new Map<string, Paired>()
  readonly #byDigest = new Map<string, Paired>()
  readonly #listeners: ((deviceId: string) => void)[] = []

  private constructor(options: DevicesOptions) {
    this.#options = options
  }

  static async load(options: DevicesOptions): Promise<Devices> {
    const devices = new Devices(options)
    for (const entry of await options.records.list(KIND, options.owner.tenantId)) {
      const { name, createdAt, tokenSha256 } = entry.value
      if (typeof name !== 'string' || typeof createdAt !== 'number' || typeof tokenSha256 !== 'string')
        continue
      devices.#remember({ id: entry.id, name, createdAt }, tokenSha256)
    }
    return devices
  }

  list(): Device[] {
    return [...this.#byId.values()]
      .map(({ device, lastSeenAt }) => (lastSeenAt === undefined ? device : { ...device, lastSeenAt }))
      .sort((a, b) => a.createdAt - b.createdAt)
  }

  /** Who a device token belongs to; null when it was revoked or never given out. */
  identify(token: string): Identity | null {
    const paired = this.#byDigest.get(digestOf(token))
    if (!paired) return null
    paired.lastSeenAt = this.#options.now()
    return paired.identity
  }

  /** A new device and its token, which is shown this once. */
  async add(name: string): Promise<{ device: Device; token: string }> {
    if (this.#byId.size >= MAX_DEVICES) {
      throw new SignalboxError(
        'conflict',
        `There are ${MAX_DEVICES} paired devices already; remove one first.`,
      )
    }
    const { records, owner, now, newId, randomBytes } = this.#options
    const token = randomBytes(32).toString('base64url')
    const device: Device = { id: newId(), name, createdAt: now() }
    const value: JsonObject = { name, createdAt: device.createdAt, tokenSha256: digestOf(token) }
    await records.put({ kind: KIND, tenantId: owner.tenantId, id: device.id, value, revision: 0 })
    this.#remember(device, digestOf(token))
    return { device, token }
  }

  /** Revokes a device; false when there is none. It is refused from now on even if the log cannot be written. */
  async remove(id: string): Promise<boolean> {
    const paired = this.#byId.get(id)
    if (paired) {
      this.#byId.delete(id)
      this.#byDigest.delete(paired.digest)
      for (const listener of this.#listeners) listener(id)
    }
    const removed = await this.#options.records.remove(KIND, this.#options.owner.tenantId, id)
    return removed || paired !== undefined
  }

  /** Called with the id of each revoked device, so that its open connections can be ended. */
  onRevoked(listener: (deviceId: string) => void): void {
    this.#listeners.push(listener)
  }

  #remember(device: Device, digest: string): void {
    const paired = {
      device,
      digest,
      lastSeenAt: undefined,
      identity: { ...this.#options.owner, deviceId: device.id },
    }
    this.#byId.set(device.id, paired)
    this.#byDigest.set(digest, paired)
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'hex')
}
