import type { IncomingMessage } from 'node:http'
import { type JsonObject, SignalboxError } from '@signalbox/protocol'
import { methodNamed } from '@signalbox/protocol/rpc'
import type { Hub } from '../../hub/hub.js'
import { LineSplitter } from '../rest/line-splitter.js'
import type { Piece } from '../rest/piece.js'
import { answerTo, callMethod } from './call-method.js'
import { type RpcRequest, readEnvelope } from './envelope.js'
import { laneOf } from './lane-of.js'
import type { Methods, RpcCaller } from './methods/rpc-methods.js'
import type { NdjsonStream } from './ndjson-stream.js'
import { RequestLanes } from './request-lanes.js'
import { errorText, failureOf } from './response.js'

export const MAX_LINE = 1 << 20
/** So many requests of one connection are begun at most; while there are more, its body is not read on. */
const MOST_AT_ONCE = 64
/** While the reader has so much before it that it did not take, its requests are not read on. */
const MOST_UNREAD = 1 << 20
/** Of so many threads it is known at most that a turn was begun in them: the stream stays until these are over. */
const MOST_TURNS = 1000

export interface ConversationDeps {
  hub: Hub
  methods: Methods
  report: (error: unknown) => void
}

/** The requests of one stream: read from its body line by line, answered on it after what they set off. */
export class Conversation {
  readonly #deps: ConversationDeps
  readonly #stream: NdjsonStream
  readonly #caller: RpcCaller
  readonly #lanes = new RequestLanes()
  readonly #lines = new LineSplitter(MAX_LINE)
  #toldOverlong = false
  /** The turns it began, by the thread as it was named: the last of each. */
  readonly turns = new Map<string, string>()

  constructor(deps: ConversationDeps, stream: NdjsonStream, caller: RpcCaller) {
    this.#deps = deps
    this.#stream = stream
    this.#caller = caller
  }

  /** Reads the body to its end and resolves when everything is answered. Rejects when the client is gone. */
  async read(body: IncomingMessage): Promise<void> {
    for await (const chunk of body) {
      // Nobody hears the answers any more: what still comes is read into nothing until the connection is cut.
      if (this.#stream.subscriber.closed) continue
      for (const line of this.#lines.push(chunk as Buffer)) await this.#take(line)
      if (this.#lines.overlong && !this.#toldOverlong) this.#tellOverlong()
    }
    for (const line of this.#lines.end()) await this.#take(line)
    await this.#lanes.allOver()
  }

  async #take(line: Piece): Promise<void> {
    if (line === null) {
      if (!this.#toldOverlong) this.#tellOverlong()
      this.#toldOverlong = false
      return
    }
    await this.#lanes.fewerThan(MOST_AT_ONCE)
    await this.#room()
    if (this.#stream.subscriber.closed) return
    const request = this.#envelope(line)
    if (request) void this.#lanes.run(laneOf(request), () => this.#answer(request))
  }

  #envelope(line: Buffer): RpcRequest | undefined {
    try {
      return readEnvelope(line)
    } catch (thrown) {
      this.#write(errorText(undefined, failureOf(thrown, this.#deps.report)))
      return undefined
    }
  }

  /** Waits until the reader has taken most of what it was told. */
  async #room(): Promise<void> {
    const { subscriber } = this.#stream
    while (subscriber.pendingBytes > MOST_UNREAD && !subscriber.closed) await subscriber.drained(MOST_UNREAD)
  }

  async #answer(request: RpcRequest): Promise<void> {
    // It may have waited for its turn, and others have been answered since.
    await this.#room()
    if (this.#stream.subscriber.closed) return
    const answer = await answerTo(request, (it) => this.#call(it), this.#deps.report)
    if (answer !== undefined) this.#write(answer)
  }

  async #call(request: RpcRequest): Promise<JsonObject> {
    const result = await callMethod(this.#deps.methods, request, this.#caller)
    if (methodNamed(request.method) === 'turn/start') {
      const { thread_id } = request.params as { thread_id: string }
      this.turns.delete(thread_id)
      this.turns.set(thread_id, String(result.turn_id))
      const [oldest] = this.turns.keys()
      if (this.turns.size > MOST_TURNS && oldest !== undefined) this.turns.delete(oldest)
    }
    return result
  }

  /** As soon as it is known: the end of such a line may never come. */
  #tellOverlong(): void {
    this.#toldOverlong = true
    const refusal = new SignalboxError('tooLarge', `a line has more than ${MAX_LINE} bytes`)
    this.#write(errorText(undefined, refusal))
  }

  /** After everything that was published before it. */
  #write(text: string): void {
    const { subscriber } = this.#stream
    this.#deps.hub.flush(subscriber)
    subscriber.replay(Buffer.from(`${text}\n`))
  }
}
