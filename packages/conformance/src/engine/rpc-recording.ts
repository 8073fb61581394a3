import type { Context } from './context.js'
import type { DrivenSession } from './driven-session.js'
import { held } from './failure.js'
import type { RpcLine } from './rpc-line.js'
import type { RpcStream } from './rpc-stream.js'
import { resultOf } from './rpc-wire.js'

/** What was told to one who came back with the place of one of the lines. */
export interface RpcResumption {
  /** What it had heard. */
  before: RpcLine[]
  /** What it was told then. */
  after: RpcLine[]
  query: string
}

/** The recorded turn, as readers of JSON-RPC hear it. */
export interface RpcRecording {
  /** Of one who reads this thread; notifications from before the turn to its end. */
  told: RpcLine[]
  /** Of one who reads all threads on a stream that takes calls; those of this thread. */
  conversed: RpcLine[]
  /** Of those who came in the middle. */
  late: RpcLine[][]
  resumptions: RpcResumption[]
  /** The thread as thread/read has it. */
  read: Record<string, unknown>
}

/** When the late ones come: while it talks, thinks, runs a command, follows a plan, waits. */
const LATE: readonly object[] = [
  { type: 'text_delta' },
  { type: 'thinking_progress' },
  { type: 'terminal_stream' },
  { type: 'plan_step_completed' },
  { type: 'question_requested' },
]
/** How many places it is resumed from. */
const PLACES = 16

/** Readers of a turn that is about to be recorded. */
export class RpcRecorder {
  readonly #context: Context
  readonly #session: DrivenSession
  readonly #reader: RpcStream
  readonly #talker: RpcStream
  readonly #late: Promise<RpcStream>[]

  private constructor(context: Context, session: DrivenSession, reader: RpcStream, talker: RpcStream) {
    this.#context = context
    this.#session = session
    this.#reader = reader
    this.#talker = talker
    this.#late = LATE.map(async (when) => {
      await session.frame(when)
      return context.rpcStream({ method: 'GET', query: this.#query })
    }).map(held)
  }

  static async open(context: Context, session: DrivenSession): Promise<RpcRecorder> {
    const reader = await context.rpcStream({ method: 'GET', query: `?thread_id=thread_${session.id}` })
    await reader.line({ method: 'thread/started' })
    const talker = await context.rpcStream()
    await talker.ask('holon/status')
    return new RpcRecorder(context, session, reader, talker)
  }

  get #query(): string {
    return `?thread_id=thread_${this.#session.id}`
  }

  /** When the turn is over: what all of them heard, and what is told to those who come back. */
  async finish(turn_id: string): Promise<RpcRecording> {
    const ended = { method: 'turn/completed', params: { turn_id } }
    const late = await Promise.all(this.#late)
    const streams = [this.#reader, this.#talker, ...late]
    await Promise.all(streams.map((stream) => stream.line(ended)))
    const [told = [], conversed = [], ...others] = streams.map((stream) => this.#own(stream))
    const each = Math.max(1, Math.floor(told.length / PLACES))
    const places = told.map((_, n) => n).filter((n) => n % each === 0)
    const resumptions = await Promise.all(places.map((n) => this.#resume(told, n, n % 2 === 0)))
    const thread_id = `thread_${this.#session.id}`
    const read = resultOf('thread/read', await this.#context.rpc('thread/read', { thread_id }))
    return { told, conversed, late: others, resumptions, read }
  }

  async #resume(told: readonly RpcLine[], n: number, ofThread: boolean): Promise<RpcResumption> {
    const { epoch, seq, offset } = told[n]?.params ?? {}
    const after = encodeURIComponent(ofThread ? `${epoch}:${seq}` : `${epoch}@${offset}`)
    const query = ofThread ? `${this.#query}&after=${after}` : `?after=${after}`
    const stream = await this.#context.rpcStream({ query })
    // A call is answered when everything before has been told.
    await stream.ask('holon/status')
    return { before: told.slice(0, n + 1), after: this.#own(stream), query }
  }

  #own(stream: RpcStream): RpcLine[] {
    const thread_id = `thread_${this.#session.id}`
    return stream.told.filter(({ params }) => params?.thread_id === thread_id)
  }
}
