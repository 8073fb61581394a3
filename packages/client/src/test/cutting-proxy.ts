import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** How a connection is broken off: with an error, or as if the other side had closed it in peace. */
export type CutKind = 'rst' | 'fin'

/** Which way bytes go: down from the gateway to the client, or up. */
export type Direction = 'down' | 'up'

interface Delay {
  ms: number
  /** In [0, 1): how much of `jitterMs` is added. */
  random: () => number
  jitterMs: number
}

/** A network between client and gateway that does what networks do. It knows bytes only. */
export class CuttingProxy {
  readonly #server: Server
  readonly #passages = new Set<Passage>()
  #target: number
  #delay: Delay | undefined

  private constructor(server: Server, target: number) {
    this.#server = server
    this.#target = target
    server.on('connection', (client) => this.#pass(client))
  }

  /** Listens on a free port. `target` is the gateway's; it may be said later, by `retarget`. */
  static async listen(target = 0): Promise<CuttingProxy> {
    const server = createServer({ allowHalfOpen: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new CuttingProxy(server, target)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Resolves with the next connection that comes in, or one that is there. */
  async connected(): Promise<void> {
    if (this.#passages.size === 0) await once(this.#server, 'connection')
  }

  /** Resolves when no connection is left. */
  async disconnected(): Promise<void> {
    await Promise.all([...this.#passages].map((passage) => passage.closed))
  }

  /** New connections go to this port; those there are stay. */
  retarget(port: number): void {
    this.#target = port
  }

  /** From now on every piece comes later, each by its own time, in order. Undefined: at once. */
  delay(delay: Delay | undefined): void {
    this.#delay = delay
  }

  /** Breaks every connection off. */
  cut(kind: CutKind): void {
    for (const passage of this.#passages) passage.cut(kind)
  }

  /** Breaks every connection off after so many more bytes to the client: in the middle of a frame, as likely as not. */
  cutAfter(bytes: number, kind: CutKind): void {
    for (const passage of this.#passages) passage.cutAfter(bytes, kind)
  }

  /** Nothing passes any more, in these directions; the sockets stay open on both sides. */
  stall(...directions: Direction[]): void {
    for (const passage of this.#passages) for (const direction of directions) passage.stall(direction)
  }

  /** What was held by `stall` passes, and everything after it. */
  flow(): void {
    for (const passage of this.#passages) passage.flow()
  }

  /** The gateway's side is gone, and nobody tells the client: its socket stays open, silent, and takes what it sends. */
  halfOpen(): void {
    for (const passage of this.#passages) passage.halfOpen()
  }

  async close(): Promise<void> {
    for (const passage of this.#passages) passage.cut('rst')
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #pass(client: Socket): void {
    const passage = new Passage(client, this.#target, () => this.#delay)
    this.#passages.add(passage)
    passage.closed.then(() => this.#passages.delete(passage))
  }
}

/** One connection through the proxy: two sockets and two lanes. */
class Passage {
  /** The client's side is closed. */
  readonly closed: Promise<void>
  readonly #client: Socket
  readonly #gateway: Socket
  readonly #lanes: Record<Direction, Lane>
  #open = true
  #left: { bytes: number; kind: CutKind } | undefined

  constructor(client: Socket, target: number, delay: () => Delay | undefined) {
    this.#client = client
    this.#gateway = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    client.setNoDelay(true)
    this.#gateway.setNoDelay(true)
    this.#lanes = {
      down: new Lane(this.#gateway, true, delay, (chunk) => this.#deliver(chunk)),
      up: new Lane(client, false, delay, (chunk) => this.#gateway.writable && this.#gateway.write(chunk)),
    }
    for (const socket of [client, this.#gateway]) socket.on('error', () => socket.destroy())
    this.#gateway.on('end', () => this.#lanes.down.after(() => this.#client.end()))
    this.#gateway.on('close', () => this.#open && this.#lanes.down.after(() => this.cut('fin')))
    client.on('end', () => this.#clientEnds())
    this.closed = new Promise((resolve) => {
      client.on('close', () => {
        this.#gateway.destroy()
        resolve()
      })
    })
  }

  cut(kind: CutKind): void {
    this.#open = false
    this.#gateway.destroy()
    if (kind === 'rst') this.#client.resetAndDestroy()
    else this.#client.end(() => this.#client.destroy())
  }

  cutAfter(bytes: number, kind: CutKind): void {
    this.#left = { bytes, kind }
    if (bytes === 0) this.cut(kind)
  }

  stall(direction: Direction): void {
    this.#lanes[direction].stall()
  }

  flow(): void {
    for (const lane of Object.values(this.#lanes)) lane.flow()
  }

  halfOpen(): void {
    this.#open = false
    this.#gateway.destroy()
  }

  /** A client that gives up a dead connection is let go at once; else the gateway hears of it in its turn. */
  #clientEnds(): void {
    const isStalled = Object.values(this.#lanes).some((lane) => lane.stalled)
    if (this.#open && !isStalled) this.#lanes.up.after(() => this.#gateway.end())
    else this.#client.destroy()
  }

  #deliver(chunk: Buffer): void {
    if (!this.#open || !this.#client.writable) return
    const left = this.#left
    if (!left || chunk.length < left.bytes) {
      if (left) left.bytes -= chunk.length
      this.#client.write(chunk)
      return
    }
    const { kind } = left
    this.#left = undefined
    // What was written before a reset may be thrown away with it: the client has it before it hears of the end.
    this.#client.write(chunk.subarray(0, left.bytes), () => setImmediate(() => this.cut(kind)))
    this.#open = false
  }
}

/** One direction: chunks in order, each when its time has come. */
class Lane {
  readonly #from: Socket
  readonly #pausable: boolean
  readonly #delay: () => Delay | undefined
  #before = Promise.resolve()
  #gate: Promise<void> | undefined
  #openGate = () => {}

  constructor(
    from: Socket,
    pausable: boolean,
    delay: () => Delay | undefined,
    deliver: (chunk: Buffer) => void,
  ) {
    this.#from = from
    this.#pausable = pausable
    this.#delay = delay
    from.on('data', (chunk: Buffer) => this.after(() => deliver(chunk)))
  }

  /** Runs when everything that came before has passed. */
  after(pass: () => void): void {
    const due = this.#due()
    this.#before = this.#before
      .then(() => due)
      .then(() => this.#gate)
      .then(pass)
  }

  get stalled(): boolean {
    return this.#gate !== undefined
  }

  /** Where nothing has to be heard of the sender, it is not read either, so that its buffers fill as they would. */
  stall(): void {
    if (this.#pausable) this.#from.pause()
    this.#gate ??= new Promise((resolve) => {
      this.#openGate = resolve
    })
  }

  flow(): void {
    this.#gate = undefined
    this.#openGate()
    this.#from.resume()
  }

  #due(): Promise<void> | undefined {
    const delay = this.#delay()
    if (!delay) return undefined
    const ms = delay.ms + delay.jitterMs * delay.random()
    return new Promise((resolve) => setTimeout(resolve, ms))
  }
}
