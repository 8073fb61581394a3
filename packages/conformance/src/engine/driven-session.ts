import type { Context } from './context.js'
import { Failure } from './failure.js'
import { is } from './match.js'
import type { Peer } from './peer.js'
import { expectPromptFirst } from './prompt-first.js'
import type { Target } from './target.js'
import type { Frame } from './witness.js'

/** A turn that has begun. */
export interface BegunTurn {
  turnId: string
  /** Its turn_started, which answered the run_turn. */
  started: Frame
}

/** A session of the demo agent, which plays what a prompt names, and a client that made and joined it. */
export class DrivenSession {
  readonly client: Peer
  readonly id: string

  private constructor(client: Peer, id: string) {
    this.client = client
    this.id = id
  }

  /** Made and joined; nothing has run in it. */
  static async make(context: Context, more: object = {}, target?: Target): Promise<DrivenSession> {
    const client = await context.client(target)
    const created = await client.ask({ type: 'create_session', agentType: 'demo', ...more })
    if (created.type !== 'session_created') throw new Failure(`no session: ${JSON.stringify(created)}`)
    const session = new DrivenSession(client, String(created.sessionId))
    await client.join({ sessionId: session.id })
    return session
  }

  /** Another client that has joined it. */
  async joined(context: Context, target?: Target): Promise<Peer> {
    const client = await context.client(target)
    await client.join({ sessionId: this.id })
    return client
  }

  /** Sends a message about it; what is answered under its ref. */
  ask(message: object, client = this.client): Promise<Frame> {
    return client.ask({ sessionId: this.id, ...message })
  }

  /** Runs a turn; fails unless it begins. */
  async run(text: string, more: object = {}): Promise<BegunTurn> {
    const started = await this.ask({ type: 'run_turn', text, ...more })
    if (started.type !== 'turn_started') throw new Failure(`no turn began: ${JSON.stringify(started)}`)
    return { started, turnId: String(started.turnId) }
  }

  /** The first frame of the session that fits, of those after another; waits for it. */
  frame(wanted: object, after?: Frame): Promise<Frame> {
    return this.client.frame({ sessionId: this.id, ...wanted }, after ? this.#after(after) : 0)
  }

  /** The event a turn ended with. */
  end({ turnId }: { turnId: string }): Promise<Frame> {
    return this.frame({ type: is.oneOf('turn_complete', 'turn_error'), turnId })
  }

  /** A whole turn: from its prompt to the state the session is in afterwards. */
  async play(text: string, more: object = {}): Promise<Frame[]> {
    const turn = await this.run(text, more)
    const end = await this.end(turn)
    await this.frame({ type: 'session_updated' }, end)
    const frames = this.since(turn.started)
    expectPromptFirst(frames, turn.turnId)
    return frames
  }

  /** Everything heard of it from one frame on, that one included. */
  since(frame: Frame): Frame[] {
    return this.client.of(this.id, this.#after(frame) - 1)
  }

  /** Its kept events, as get_events has them. */
  async kept(): Promise<Frame[]> {
    const { events } = await this.ask({ type: 'get_events', limit: 1000 })
    return events as Frame[]
  }

  #after(frame: Frame): number {
    return this.client.frames.indexOf(frame) + 1
  }
}
