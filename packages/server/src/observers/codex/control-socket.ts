import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionProcess } from '@signalbox/protocol'
import type { Journal } from '../../telemetry/journal.js'
import { RpcSocket } from './rpc-socket.js'
import { clientsAt, processWith, unixListener } from './unix-listener.js'

export interface ControlSocketOptions {
  /** Where Codex keeps its things. */
  home: string
  journal: Journal
  /** Another client was there first, we are the second. */
  connected: (rpc: RpcSocket, server: SessionProcess | undefined) => void
  /** Nobody listens any longer: told once after each connection, when it is sure. */
  gone: () => void
  /** How many clients a socket has; undefined where nobody can tell. */
  clientsOf?: (path: string) => number | undefined
  pace?: Partial<Pace>
}

/** How often it is looked, in ms. */
export interface Pace {
  /** For a socket that is not there. */
  look: number
  /** For a first client. */
  client: number
  /** After a failure; doubled up to `mostRetry`. */
  retry: number
  mostRetry: number
  /** A server that comes back within this time was not gone. */
  grace: number
  /** Where nobody can tell who is connected, a socket this old has had its first client. */
  firstClient: number
}

const PACE: Pace = { look: 1000, client: 250, retry: 500, mostRetry: 10_000, grace: 3000, firstClient: 2000 }

/** Codex logs it, and no more: we are not the first. */
const CLIENT = { name: 'signalbox', title: 'Signalbox', version: '0.1.0' }

/** What says nothing here: it is not sent then. */
const UNHEARD = [
  'account/rateLimits/updated',
  'hook/started',
  'hook/completed',
  'item/fileChange/outputDelta',
  'thread/readState/changed',
  'turn/diff/updated',
]

/**
 * The control socket of Codex, which its terminals share. The first client of an app-server gives its name to every
 * thread of it, so we never are the first: as long as nobody is connected there is nothing to watch either.
 */
export class ControlSocket {
  readonly #options: ControlSocketOptions
  readonly #pace: Pace
  readonly #path: string
  #rpc: RpcSocket | undefined
  #timer: NodeJS.Timeout | undefined
  #firstSeen: number | undefined
  #retry: number
  #lostAt: number | undefined
  #closed = false

  constructor(options: ControlSocketOptions) {
    this.#options = options
    this.#pace = { ...PACE, ...options.pace }
    this.#retry = this.#pace.retry
    this.#path = join(options.home, 'app-server-control', 'app-server-control.sock')
    this.#lookIn(0)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#rpc?.close()
  }

  #lookIn(ms: number): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), ms).unref()
  }

  async #look(): Promise<void> {
    if (this.#lostAt !== undefined && performance.now() - this.#lostAt >= this.#pace.grace) {
      this.#lostAt = undefined
      this.#options.gone()
    }
    const path = this.#realPath()
    if (path === undefined) {
      this.#firstSeen = undefined
      this.#lookIn(this.#pace.look)
      return
    }
    this.#firstSeen ??= performance.now()
    if (!this.#hasClient(path)) {
      this.#lookIn(this.#pace.client)
      return
    }
    try {
      await this.#connect(path)
      this.#retry = this.#pace.retry
    } catch {
      // An old socket nobody listens at, or a server that is just going.
      this.#lookIn(this.#retry)
      this.#retry = Math.min(this.#retry * 2, this.#pace.mostRetry)
    }
  }

  #realPath(): string | undefined {
    try {
      return realpathSync(this.#path)
    } catch {
      return undefined
    }
  }

  #hasClient(path: string): boolean {
    const { clientsOf = clientsAt } = this.#options
    const clients = clientsOf(path)
    if (clients !== undefined) return clients > 0
    return performance.now() - (this.#firstSeen ?? 0) >= this.#pace.firstClient
  }

  async #connect(path: string): Promise<void> {
    const { connected } = this.#options
    const rpc = await RpcSocket.open(path)
    if (this.#closed) {
      rpc.close()
      return
    }
    this.#rpc = rpc
    const hello = await rpc.request('initialize', {
      clientInfo: CLIENT,
      capabilities: { experimentalApi: true, requestAttestation: false, optOutNotificationMethods: UNHEARD },
    })
    if (!hello.ok) {
      rpc.close()
      throw new Error(hello.message)
    }
    const listener = unixListener(path)
    const server = listener && (await processWith(listener.inode))
    if (rpc.closed) throw new Error('the connection is gone')
    rpc.onClose = () => {
      this.#rpc = undefined
      this.#lostAt ??= performance.now()
      this.#lookIn(this.#pace.retry)
    }
    this.#lostAt = undefined
    // From here on it tells what happens: somebody listens before the next message can come.
    rpc.notify('initialized')
    connected(rpc, server)
    this.#options.journal.info('connected to the app-server of Codex')
  }
}
