import type { Naming } from '@signalbox/protocol'
import { WebSocket } from 'ws'
import { Failure } from './failure.js'
import { Inbox } from './inbox.js'
import { socketUrl, type Target } from './target.js'
import type { Frame, Witness } from './witness.js'

export interface PeerOptions {
  /** Path and query of the upgrade. */
  address?: string
  headers?: Record<string, string>
  naming?: Naming
}

export interface Closing {
  code: number
  reason: string
}

let refs = 0

/** A plain client of /ws: keeps what it hears, and shows all of it to the witness. */
export class Peer {
  readonly closed: Promise<Closing>
  /** Every frame as it was written. */
  readonly texts: string[] = []
  /** The ids of the sessions it asked for. */
  readonly made: string[] = []
  readonly #ws: WebSocket
  readonly #inbox: Inbox
  readonly #read: (frame: unknown) => void

  private constructor(ws: WebSocket, witness: Witness, naming: Naming, signal: AbortSignal) {
    this.#ws = ws
    this.#inbox = new Inbox(signal)
    this.#read = witness.reader(naming)
    ws.on('message', (data, isBinary) => this.#take(String(data), isBinary, witness))
    ws.on('error', () => undefined)
    this.closed = new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Failure('waited for the connection to be closed')))
      ws.on('close', (code, reason) => {
        this.#inbox.end(`the connection was closed with ${code}`)
        resolve({ code, reason: reason.toString() })
      })
    })
    this.closed.catch(() => undefined)
  }

  /** Connected and greeted; the greeting is in `frames`. */
  static async connect(
    target: Target,
    witness: Witness,
    signal: AbortSignal,
    options: PeerOptions = {},
  ): Promise<Peer> {
    const { address = '/ws', headers = {}, naming = 'snake' } = options
    const peer = new Peer(new WebSocket(socketUrl(target, address), { headers }), witness, naming, signal)
    await peer.frame({ type: 'connected' })
    return peer
  }

  /** The status an upgrade is refused with. */
  static async refusal(
    target: Target,
    signal: AbortSignal,
    { address = '/ws', headers = {} }: PeerOptions,
  ): Promise<number> {
    const ws = new WebSocket(socketUrl(target, address), { headers })
    ws.on('error', () => undefined)
    try {
      return await new Promise<number>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Failure('waited for the answer to an upgrade')))
        ws.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
        ws.on('open', () => resolve(101))
      })
    } finally {
      ws.terminate()
    }
  }

  get frames(): readonly Frame[] {
    return this.#inbox.frames
  }

  /** Signs in, unless the gateway asks for no token. */
  async signIn(target: Target, more: object = {}): Promise<Frame> {
    if (target.token === '' && Object.keys(more).length === 0) return this.frame({ type: 'authenticated' })
    return this.ask({ type: 'authenticate', token: target.token, ...more })
  }

  send(message: object | string | Buffer): void {
    const raw = typeof message === 'string' || message instanceof Buffer
    this.#ws.send(raw ? message : JSON.stringify(message))
  }

  /** The first frame that fits, of those from an index on; waits for it. */
  frame(wanted: object, from = 0): Promise<Frame> {
    return this.#inbox.frame(wanted, from)
  }

  /** Sends a message and waits for what carries its ref. */
  async ask(message: object): Promise<Frame> {
    const ref = `ref ${++refs}`
    this.send({ ...message, ref })
    const answer = await this.frame({ ref })
    if (answer.type === 'session_created') this.made.push(String(answer.sessionId))
    return answer
  }

  /** Joins a session: everything about it from its snapshot to the end of its replay. */
  async join(message: object): Promise<[snapshot: Frame, ...rest: Frame[]]> {
    const snapshot = await this.ask({ type: 'join_session', ...message })
    if (snapshot.type !== 'state_snapshot') {
      throw new Failure(`a join was answered by ${JSON.stringify(snapshot)}`)
    }
    const { sessionId } = snapshot
    const from = this.frames.indexOf(snapshot) + 1
    const end = await this.frame({ type: 'replay_complete', sessionId }, from)
    const between = this.frames.slice(from, this.frames.indexOf(end) + 1)
    return [snapshot, ...between.filter((frame) => frame.sessionId === sessionId)]
  }

  /** What came of a session from an index on, in order. */
  of(sessionId: unknown, from = 0): Frame[] {
    return this.frames.slice(from).filter((frame) => frame.sessionId === sessionId)
  }

  /** Gone without a word, as a cut line leaves it. */
  cut(): void {
    this.#ws.terminate()
  }

  #take(text: string, isBinary: boolean, witness: Witness): void {
    this.texts.push(text)
    let frame: unknown
    try {
      frame = isBinary ? undefined : JSON.parse(text)
    } catch {
      frame = undefined
    }
    this.#read(frame)
    if (typeof frame === 'object' && frame !== null) this.#inbox.take(frame as Frame)
    else witness.faults.push('a frame was not JSON text')
  }
}
