import type { JsonObject } from '@signalbox/protocol'
import type { RequestHolder } from '../commands/requests.js'
import type { AskedDraft } from '../ingest/hooks/hook-intake.js'
import { objectsIn } from '../ingest/hooks/json-object.js'
import type { Log } from '../log/log.js'
import { answeringOf } from './decisions.js'
import type { HeldHook, Hold, Told, Wait } from './hold.js'
import { answerOf, HoldBook, stopped } from './hold-book.js'
import type { HeldRequest } from './hold-id.js'
import type { HoldCase, HoldPolicy } from './hold-policy.js'
import { meantRequest } from './meant-request.js'
import { toldRequest } from './told-request.js'

export interface HeldRequestsDeps {
  log: Pick<Log, 'reader' | 'snapshot' | 'onPublish'>
  policy: HoldPolicy
  /** Monotonic, ms. */
  clock(): number
}

/** A hook that asks something, on its way to the log. */
export interface AskingHook {
  tenantId: string
  agent: string
  payload: JsonObject
  /** Nobody sits in front of the agent. */
  alone?: boolean
  /** What the hook is to become: a request. */
  asked: AskedDraft
  tell(): Promise<{ sessionId: string }>
}

/** A request, and what its hook was given. */
interface HookRequest extends Pick<HeldHook, 'request' | 'tenantId' | 'agent'> {
  payload: JsonObject
  data: JsonObject
}

/** What the answer is made of is kept in memory: of questions that are longer, nobody here has the answer. */
const MAX_ASKED = 256 * 1024

/** The hooks that wait for the answer to a request. They learn of it, as everyone does, from what is published. */
export class HeldRequests implements RequestHolder {
  readonly #deps: HeldRequestsDeps
  readonly #book: HoldBook
  /** Requests that are on their way to the log, to be held. */
  readonly #expected = new Set<string>()

  constructor(deps: HeldRequestsDeps) {
    this.#deps = deps
    this.#book = new HoldBook(deps)
    deps.log.onPublish((events) => {
      if (this.#book.size === 0) return
      for (const event of events) this.#book.heard(event)
    })
  }

  /** Whether somebody waits who would pass the answer on. */
  holds(sessionId: string, requestId: string): boolean {
    return this.#book.find({ sessionId, requestId })?.reaches || this.#expected.has(requestId)
  }

  /** Brings a hook to the log. The request that it is to wait for; undefined where it is to go on at once. */
  async take(hook: AskingHook): Promise<HeldRequest | undefined> {
    const { requestId } = hook.asked.data
    if (!this.#mayHold(hook)) {
      await hook.tell()
      return undefined
    }
    // Whoever answers as soon as it is told is not refused because it is not held yet.
    this.#expected.add(requestId)
    try {
      const { sessionId } = await hook.tell()
      return await this.#take(hook, sessionId)
    } finally {
      this.#expected.delete(requestId)
    }
  }

  /** Waits for the answer to a request, also to one that was held before a restart; undefined where there is none. */
  async wait(
    tenantId: string,
    agent: string,
    request: HeldRequest,
    caller: { wait: Wait; gone: AbortSignal },
  ): Promise<Told | undefined> {
    if (this.#book.closed) return stopped(caller.wait)
    const held = this.#book.find(request)
    if (held) {
      const { hook } = held
      if (hook.agent !== agent || hook.tenantId !== tenantId) return undefined
      return held.wait(caller.wait, caller.gone)
    }
    const told = await toldRequest(this.#deps.log.reader, tenantId, request)
    if (told?.agent !== agent) return undefined
    const asked = { tenantId, agent, request, payload: told.payload, data: told.data }
    const hook = heldHook(asked)
    if (told.ending) return { answer: hook ? answerOf(hook, told.ending) : {} }
    const hold = await this.#hold(asked)
    return hold ? hold.wait(caller.wait, caller.gone) : { answer: {} }
  }

  close(): void {
    this.#book.close()
  }

  #mayHold({ agent, payload, asked, alone = false }: AskingHook): boolean {
    if (!answeringOf(agent)?.hooks.includes(asked.source.nativeType ?? '')) return false
    return this.#deps.policy.termOf(holdCase(agent, payload, alone)) !== undefined
  }

  async #take(hook: AskingHook, sessionId: string): Promise<HeldRequest | undefined> {
    const { tenantId, agent, payload, asked } = hook
    const { log } = this.#deps
    const state = await log.snapshot(sessionId)
    // The driver of an agent of ours passes its answers on; its hooks would do so a second time.
    if (state?.meta.origin !== 'observed') return undefined
    const pending = meantRequest(state.requests, asked)
    const requestId = pending?.requestId ?? asked.data.requestId
    const request: HeldRequest = { sessionId, requestId, ...(hook.alone ? { alone: true } : {}) }
    if (pending)
      return (await this.#hold({ tenantId, agent, request, payload, data: pending.data })) && request
    // Answered already: at once, or when the same call came before.
    return (await log.reader.request(tenantId, requestId, sessionId)) && request
  }

  /** The hold of a request, made where there is none and there is to be one. */
  async #hold(asked: HookRequest): Promise<Hold | undefined> {
    const { tenantId, agent, request, payload } = asked
    const known = this.#book.find(request)
    if (known) return known
    const hook = heldHook(asked)
    const term = this.#deps.policy.termOf(holdCase(agent, payload, request.alone ?? false))
    const hold = hook && term && this.#book.add(hook, term)
    if (!hold) return undefined
    // An answer that came while the request was looked up was published before anybody listened for it.
    const { reader } = this.#deps.log
    const entry = await reader.request(tenantId, request.requestId, request.sessionId)
    if (entry?.status !== 'pending')
      this.#book.end(hold, (await toldRequest(reader, tenantId, request))?.ending)
    return hold
  }
}

function holdCase(agent: string, { session_id, agent_id }: JsonObject, alone: boolean): HoldCase {
  const nativeSession = typeof session_id === 'string' ? session_id : ''
  return { agent, nativeSession, subagent: typeof agent_id === 'string', alone }
}

/** Undefined where there is too much of it, or this agent cannot be answered. */
function heldHook({ payload, data, ...held }: HookRequest): HeldHook | undefined {
  const asked = answeringOf(held.agent)?.asked(payload)
  const questions = objectsIn(data.questions)
  if (!asked || JSON.stringify([asked, questions]).length > MAX_ASKED) return undefined
  return { ...held, asked, questions }
}
