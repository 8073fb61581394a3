import { randomBytes } from 'node:crypto'
import { EventStream } from './event-stream.js'
import { Failure } from './failure.js'
import { type Answer, type Call, httpCall } from './http-call.js'
import type { GatewayOptions, OwnGateway } from './own-gateway.js'
import { Peer, type PeerOptions } from './peer.js'
import type { LeftTrigger } from './remove-triggers.js'
import { rpcCall } from './rpc-call.js'
import type { RpcLine } from './rpc-line.js'
import { RpcStream, type RpcStreamOptions } from './rpc-stream.js'
import type { Target } from './target.js'
import type { Frame, Witness } from './witness.js'

/** Starts a gateway that ends with the case. */
export type StartGateway = (options: GatewayOptions) => Promise<OwnGateway>

/** What the client of a hook says beside the payload, by the names after `x-signalbox-`. */
export type Beside = Readonly<Record<string, string>>

const RUN = randomBytes(4).toString('hex')
const JSON_TYPE = { 'content-type': 'application/json' }
let names = 0

/** What a case works with: the gateway to try, names nobody used before, and readers that judge what they hear. */
export class Context {
  readonly target: Target
  readonly signal: AbortSignal
  readonly witness: Witness
  readonly startGateway: StartGateway
  readonly #peers: Peer[] = []
  readonly #streams: { close(): void }[] = []
  readonly #threads: string[] = []
  readonly #names: string[] = []
  readonly #triggers: LeftTrigger[] = []

  constructor(target: Target, witness: Witness, signal: AbortSignal, startGateway: StartGateway) {
    this.target = target
    this.witness = witness
    this.signal = signal
    this.startGateway = startGateway
  }

  /** A name for a session that no gateway has heard of. Like `Codex 1` it has blanks. */
  name(suffix = ''): string {
    const name = `Conformance ${RUN} ${++names}${suffix}`
    this.#names.push(name)
    return name
  }

  /** The same case before another gateway. What is opened there ends with this. */
  at({ url, token }: Pick<OwnGateway, 'url' | 'token'>): Context {
    const there = new Context({ url, token, has: new Set() }, this.witness, this.signal, this.startGateway)
    this.#streams.push({ close: () => there.end() })
    return there
  }

  http(call: Call, target = this.target): Promise<Answer> {
    return httpCall(target, call, this.signal)
  }

  /** POSTs an envelope; fails unless it is accepted. */
  async notify(session: string, payload: object, more: object = {}): Promise<void> {
    const answer = await this.post(session, { session_id: session, payload, ...more })
    if (answer.status !== 204) throw new Failure(`a notify was answered by ${answer.status} ${answer.text}`)
  }

  post(
    session: string,
    body: NonNullable<Call['body']>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.http({
      method: 'POST',
      path: notifyPath(session),
      headers: { ...JSON_TYPE, ...headers },
      body,
    })
  }

  /** POSTs what a hook of an agent was given, with what its client says beside it: `pid`, `late`, … */
  callHook(agent: string, payload: object, beside: Beside = {}): Promise<Answer> {
    const said = Object.entries(beside).map(([name, value]) => [`x-signalbox-${name}`, value])
    return this.http({
      method: 'POST',
      path: `/hooks/${agent}`,
      headers: { ...JSON_TYPE, ...Object.fromEntries(said) },
      body: payload,
    })
  }

  /** The same; fails unless it is taken, with no opinion on what the agent does. */
  async hook(agent: string, payload: object, beside: Beside = {}): Promise<void> {
    const { status, text } = await this.callHook(agent, payload, beside)
    if (status !== 200 || text !== '{}') throw new Failure(`a hook was answered by ${status} ${text}`)
  }

  /** POSTs an envelope and reads what became of it. */
  async represent(session: string, payload: object, more: object = {}): Promise<Representation> {
    const body = { session_id: session, payload, ...more }
    const answer = await this.post(session, body, { prefer: 'return=representation' })
    if (answer.status !== 200) throw new Failure(`a notify was answered by ${answer.status} ${answer.text}`)
    return answer.json as Representation
  }

  /** The kept events of a session over REST, each judged. */
  async events(session: string, query = 'after=0&limit=1000'): Promise<Frame[]> {
    const answer = await this.http({ path: `${sessionPath(session)}/events?${query}` })
    const { events } = (answer.json ?? {}) as { events?: Frame[] }
    if (answer.status !== 200 || !Array.isArray(events)) {
      throw new Failure(`events were answered by ${answer.status} ${answer.text.slice(0, 300)}`)
    }
    this.witness.list(events, 'snake')
    return events
  }

  /** A client of /ws that is greeted and no more. */
  async connect(options: PeerOptions = {}, target = this.target): Promise<Peer> {
    const peer = await Peer.connect(target, this.witness, this.signal, options)
    this.#peers.push(peer)
    return peer
  }

  /** A client of /ws that is signed in. */
  async client(target = this.target): Promise<Peer> {
    const peer = await this.connect({}, target)
    await peer.signIn(target)
    return peer
  }

  async stream(session: string, query = '', headers: Record<string, string> = {}): Promise<EventStream> {
    const path = `${sessionPath(session)}/events/stream${query}`
    return this.#listen(path, headers, this.witness.reader('snake'))
  }

  /** A reader of the canonical activity of all sessions, or of what the query says. */
  activity(query = '', headers: Record<string, string> = {}): Promise<EventStream> {
    return this.#listen(`/api/activity/stream${query}`, headers, this.witness.activityReader())
  }

  /** A reader of the watch list and its changes. */
  watch(): Promise<EventStream> {
    return this.#listen('/api/watch/stream', {}, this.witness.watchReader())
  }

  /** A reader of what happens in the words of the Codex notify program. */
  codexNotify(query = '', headers: Record<string, string> = {}): Promise<EventStream> {
    const path = `/api/watch/stream?dialect=codex-notify${query}`
    return this.#listen(path, headers, this.witness.codexReader())
  }

  /** A reader of what people should see wherever they look. */
  notifications(headers: Record<string, string> = {}): Promise<EventStream> {
    return this.#listen('/api/notifications/stream', headers, this.witness.notificationReader())
  }

  /** A reader of the records of the log. */
  records(query = '', headers: Record<string, string> = {}): Promise<EventStream> {
    return this.#listen(`/api/logs/stream${query}`, headers, this.witness.recordReader())
  }

  /** A name for a trigger that nobody used; it is removed when the case is over. */
  triggerName(suffix = ''): string {
    const id = `conformance-${RUN}-${++names}${suffix}`
    this.#triggers.push({ target: this.target, id })
    return id
  }

  /** One call of JSON-RPC by POST /rpc; its answer is judged. */
  async rpc(method: string, params?: unknown, target = this.target): Promise<RpcLine> {
    const blame = (fault: string) => this.witness.faults.push(fault)
    const answer = await rpcCall(target, { method, params }, blame, this.signal)
    this.remember(method, answer)
    return answer
  }

  /** A stream of JSON-RPC; every line is judged. */
  async rpcStream(options: RpcStreamOptions = {}, target = this.target): Promise<RpcStream> {
    const blame = (fault: string) => this.witness.faults.push(fault)
    const stream = await RpcStream.open(target, options, blame, this.signal)
    this.#streams.push(stream)
    return stream
  }

  /** A session somebody else made for the case is removed with it, where it has to be. */
  madeSession(id: string): void {
    this.#threads.push(id)
  }

  /** A thread that was made is removed again where it has to be. */
  remember(method: string, { result }: RpcLine): void {
    if (method === 'thread/start' && result) this.#threads.push(String(result.thread_id))
  }

  async #listen(
    path: string,
    headers: Record<string, string>,
    read: (frame: unknown) => void,
  ): Promise<EventStream> {
    const stream = await EventStream.open(this.target, path, headers, read, this.signal)
    this.#streams.push(stream)
    return stream
  }

  /** What the case itself opened is closed with it. */
  readonly closing = (close: () => void): void => {
    this.#streams.push({ close })
  }

  /** Lets go of everything the case opened. */
  end(): void {
    for (const peer of this.#peers) peer.cut()
    for (const stream of this.#streams) stream.close()
  }

  /** Everything that was heard on /ws. */
  frames(): Frame[] {
    return this.#peers.flatMap(({ frames }) => frames)
  }

  /** Every trigger the case may have left. */
  triggers(): readonly LeftTrigger[] {
    return this.#triggers
  }

  /** Every session the case may have made, by its name or its id. */
  sessions(): string[] {
    return [...this.#names, ...this.#threads, ...this.#peers.flatMap(({ made }) => made)]
  }
}

/** What `Prefer: return=representation` gives. */
export interface Representation {
  id: string
  session_id: string
  seq: number
  type: string
  dispatch: string
  duplicate: boolean
}

export function sessionPath(session: string): string {
  return `/api/sessions/${encodeURIComponent(session)}`
}

export function notifyPath(session: string): string {
  return `${sessionPath(session)}/notify`
}
