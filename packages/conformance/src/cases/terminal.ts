import type { HookedAgent } from '@signalbox/protocol/harmonize'
import { type Beside, type Context, sessionPath } from '../engine/context.js'
import { expectMatch, Failure, held } from '../engine/failure.js'
import type { Answer } from '../engine/http-call.js'
import { is } from '../engine/match.js'
import { entryFault, type Frame } from '../engine/witness.js'
import { hookBody } from './known-hooks.js'

/** A line of the watch list. */
export type Entry = Record<string, unknown> & { sessionId: string; state: string }

/** The watch list, each line judged. */
export async function watchList(context: Context): Promise<Entry[]> {
  const { status, json } = await context.http({ path: '/api/watch' })
  const { entries } = (json ?? {}) as { entries?: Entry[] }
  if (status !== 200 || !Array.isArray(entries)) throw new Failure(`the watch list was answered by ${status}`)
  const fault = entries.map(entryFault).find(Boolean)
  if (fault !== undefined) throw new Failure(`the watch list: ${fault}`)
  return entries
}

/** An agent in a terminal, seen through its hooks. */
export class Terminal {
  readonly name: string
  readonly #context: Context
  readonly #agent: HookedAgent

  constructor(context: Context, agent: HookedAgent, name = context.name()) {
    this.#context = context
    this.#agent = agent
    this.name = name
  }

  /** Posts a hook; whatever it is answered. */
  call(native: string, fields: object, beside: Beside = {}): Promise<Answer> {
    return this.#context.callHook(this.#agent, hookBody(this.#agent, this.name, native, fields), beside)
  }

  /** Posts a hook that is answered without an opinion. */
  tell(native: string, fields: object, beside: Beside = {}): Promise<void> {
    return this.#context.hook(this.#agent, hookBody(this.#agent, this.name, native, fields), beside)
  }

  /** Posts a hook that is held. The answer to it may be awaited later. */
  async ask(
    native: string,
    fields: object,
    beside: Beside = {},
  ): Promise<{ id: string; answer: Promise<Answer> }> {
    const id = await this.hold(native, fields, beside)
    return { id, answer: held(this.wait(id)) }
  }

  /** The same, without asking for the answer. */
  async hold(native: string, fields: object, beside: Beside = {}): Promise<string> {
    const { status, text, json } = await this.call(native, fields, { wait: 'poll', ...beside })
    const id = String((json as { held?: unknown } | undefined)?.held)
    expectMatch('the hook is held', [status, text], [202, `{"held":"${id}"}`])
    expectMatch('the id', id, is.like(/^[A-Za-z0-9_.-]+$/))
    return id
  }

  wait(id: string): Promise<Answer> {
    return this.#context.http({ path: `/hooks/${this.#agent}/held/${id}` })
  }

  async requests(): Promise<Frame[]> {
    const { json } = await this.#context.http({
      path: `/api/requests?session=${encodeURIComponent(this.name)}`,
    })
    return (json as { requests: Frame[] }).requests
  }

  /** Answers the request that is pending. */
  async answer(body: object): Promise<void> {
    const pending = (await this.requests()).filter(({ status }) => status === 'pending')
    expectMatch('what is pending', pending, [{ requestId: is.text }])
    const { status, text } = await this.#context.http({
      method: 'POST',
      path: `/api/requests/${encodeURIComponent(String(pending[0]?.requestId))}/respond?session=${encodeURIComponent(this.name)}`,
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (status !== 200) throw new Failure(`an answer was answered by ${status} ${text}`)
  }

  async id(): Promise<string> {
    const { json } = await this.#context.http({ path: sessionPath(this.name) })
    return (json as { id: string }).id
  }

  events(): Promise<Frame[]> {
    return this.#context.events(this.name)
  }

  /** What is seen of it; undefined where it is not on the list. */
  async seen(): Promise<Entry | undefined> {
    const [id, entries] = await Promise.all([this.id(), watchList(this.#context)])
    return entries.find(({ sessionId }) => sessionId === id)
  }
}
