import type { Context } from './context.js'
import { expectMatch } from './failure.js'
import { is } from './match.js'
import { type RpcLine, said } from './rpc-line.js'
import { RpcWire, type WireKind } from './rpc-wire.js'
import type { Target } from './target.js'

export const THREAD = is.like(/^thread_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
export const TURN = is.like(/^turn_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
export const ITEM = is.like(/^item_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
export const TIME = is.like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** A thread of the demo agent, and a client that made it and hears everything. */
export class RpcThread {
  readonly wire: RpcWire
  readonly id: string

  private constructor(wire: RpcWire, id: string) {
    this.wire = wire
    this.id = id
  }

  static async make(
    context: Context,
    kind: WireKind,
    target?: Target,
    more: object = {},
  ): Promise<RpcThread> {
    const wire = await RpcWire.open(context, kind, '', target)
    const { thread_id } = await wire.result('thread/start', { agent: 'demo', ...more })
    await wire.told('thread/started', { thread_id })
    return new RpcThread(wire, String(thread_id))
  }

  /** The id of the session, as the other doors say it. */
  get sessionId(): string {
    return this.id.slice('thread_'.length)
  }

  /** Starts a turn: its id, and the response. */
  async start(...texts: string[]): Promise<{ turn_id: string; response: RpcLine }> {
    const response = await this.wire.ask('turn/start', { thread_id: this.id, input: said(...texts) })
    expectMatch('turn/start', response, { result: { turn_id: TURN } })
    return { turn_id: String(response.result?.turn_id), response }
  }

  /** How a turn ended. */
  end(turn_id: string): Promise<RpcLine> {
    return this.wire.stream.line({
      method: is.oneOf('turn/completed', 'turn/interrupted'),
      params: { turn_id },
    })
  }

  /** What was told of it, in order. */
  lines(from = 0): RpcLine[] {
    return this.wire.stream.lines.slice(from).filter(({ params }) => params?.thread_id === this.id)
  }
}
