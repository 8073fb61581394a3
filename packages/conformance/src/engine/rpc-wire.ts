import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from './context.js'
import { expectMatch, expectThat, Failure } from './failure.js'
import { is, show } from './match.js'
import { rpcPost } from './rpc-call.js'
import { named, type RpcError, type RpcLine } from './rpc-line.js'
import type { RpcStream } from './rpc-stream.js'
import type { Target } from './target.js'

/** The two ways to talk to the door: calls by POST /rpc beside a GET stream, or both on one POST stream. */
export const WIRES = ['post', 'stream'] as const
export type WireKind = (typeof WIRES)[number]

type Result = Record<string, unknown>

/** A client of the door: it calls, and hears what happens. A case that is written for it runs both ways. */
export class RpcWire {
  readonly kind: WireKind
  readonly stream: RpcStream
  readonly #context: Context
  readonly #target: Target

  private constructor(kind: WireKind, stream: RpcStream, context: Context, target: Target) {
    this.kind = kind
    this.stream = stream
    this.#context = context
    this.#target = target
  }

  static async open(context: Context, kind: WireKind, query = '', target = context.target): Promise<RpcWire> {
    const method = kind === 'post' ? 'GET' : 'POST'
    return new RpcWire(kind, await context.rpcStream({ method, query }, target), context, target)
  }

  /** The response to a call. */
  async ask(method: string, params?: unknown): Promise<RpcLine> {
    if (this.kind === 'post') return this.#context.rpc(method, params, this.#target)
    const answer = await this.stream.ask(method, params)
    this.#context.remember(method, answer)
    return answer
  }

  /** The result of a call that must not fail. */
  async result(method: string, params?: unknown): Promise<Result> {
    return resultOf(method, await this.ask(method, params))
  }

  /** The error of a call that must fail. */
  async failure(method: string, params?: unknown): Promise<RpcError> {
    const { error, result } = await this.ask(method, params)
    if (!error) throw new Failure(`${method} was answered ${show(result)}`)
    return error
  }

  /** The error to bytes that are no request; a stream goes on after it. */
  async refused(bytes: string | Buffer, status = 400): Promise<RpcError> {
    if (this.kind === 'post') {
      const answer = await rpcPost(this.#target, bytes, this.#context.signal)
      expectMatch('the answer', answer, {
        status,
        headers: { 'content-type': is.like(/^application\/json/) },
        json: { jsonrpc: '2.0', id: null, error: { code: is.number, message: is.text } },
      })
      return (answer.json as { error: RpcError }).error
    }
    const from = this.stream.lines.length
    this.stream.send(bytes)
    this.stream.send('\n')
    const { error } = await this.stream.line({ id: null }, from)
    await this.result('holon/status')
    if (!error) throw new Failure('a line with id null should be an error')
    return error
  }

  /** The first notification that fits, of those from an index on; waits for it. */
  told(method: string, params: object = {}, from = 0): Promise<RpcLine> {
    return this.stream.line({ method, params }, from)
  }

  /** How many lines there are: what comes is heard from here. */
  get mark(): number {
    return this.stream.lines.length
  }

  /** Notifications a call sets off, in order; on one connection they come before its response. */
  async before(response: RpcLine, from: number, wanted: readonly object[]): Promise<RpcLine[]> {
    const found: RpcLine[] = []
    let next = from
    for (const one of wanted) {
      const line = await this.stream.line(one, next)
      found.push(line)
      next = this.stream.lines.indexOf(line) + 1
    }
    if (this.kind === 'stream') {
      const answered = this.stream.lines.indexOf(response)
      expectThat(
        `${named(response)} should come after ${show(found.map(named))}: ${show(this.stream.lines.slice(from).map(named))}`,
        next <= answered,
      )
    }
    return found
  }
}

export function resultOf(method: string, { result, error }: RpcLine): Result {
  if (!result) throw new Failure(`${method} was refused: ${show(error)}`)
  return result
}

type BothCase = Omit<ConformanceCase, 'run'> & { run(context: Context, kind: WireKind): Promise<void> }

/** A case for each way to talk to the door. */
export function overBoth({ id, title, needs = ANY, run, ...rest }: BothCase): ConformanceCase[] {
  const ways = { post: 'POST /rpc and a GET stream', stream: 'one POST stream' }
  return WIRES.map((kind) => ({
    ...rest,
    id: `${id}-${kind}`,
    title: `${title} (${ways[kind]})`,
    needs,
    run: (context) => run(context, kind),
  }))
}
