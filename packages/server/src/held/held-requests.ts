import type { Draft, JsonObject } from '@signalbox/protocol'
import type { RequestHolder } from '../commands/requests.js'
import type { Log, Published } from '../log/log.js'
import { answeringOf } from './decisions.js'
import { type Ending, endsRequest, readEnding } from './ending.js'
import { type HeldHook, Hold, type Told, type Wait } from './hold.js'
import type { HeldRequest } from './hold-id.js'
import type { HoldPolicy, HoldTerm } from './hold-policy.js'
import { meantRequest } from './meant-request.js'
import { toldRequest } from './told-request.js'

export interface HeldRequestsDeps {
  log: Pick<Log, 'reader' | 'snapshot' | 'onPublish'>
  policy: HoldPolicy
  /** Monotonic, ms. */
  clock(): number
}

/** A hook that asked something, as it went to the log. */
export interface AskingHook {
  tenantId: string
  agent: string
  sessionId: string
  payload: JsonObject
  /** What the hook became: a request. */
  asked: Draft
}

/** A request, and what its hook was given. */
interface HookRequest extends Pick<HeldHook, 'request' | 'tenantId' | 'agent'> {
  payload: JsonObject
  data: JsonObject
}

/** How often it is looked at whether a hook that waits for an approver still has one. */
const CHECK_MS = 1_000
/** More wait nowhere; one too many is not held. */
const MAX_HELD = 1_000
/** What the answer is made of is kept in memory: of questions that are longer, nobody here has the answer. */
const MAX_ASKED = 256 * 1024

const RELEASED: Ending = { kind: 'released' }

/** The hooks that wait for the answer to a request. They learn of it, as everyone does, from what is published. */
export class HeldRequests implements RequestHolder {
  readonly #deps: HeldRequestsDeps
  readonly #holds = new Map<string, Hold>()
  #closed = false

  constructor(deps: HeldRequestsDeps) {
    this.#deps = deps
    deps.log.onPublish((events) => {
      if (this.#holds.size === 0) return
      for (const event of events) this.#heard(event)
    })
  }

  /** Whether somebody waits who would pass the answer on. */
  holds(sessionId: string, requestId: string): boolean {
    return this.#holds.get(keyOf({ sessionId, requestId }))?.reaches ?? false
  }

  get size(): number {
    return this.#holds.size
  }

  /** The request that the hook is to wait for; undefined where it is to go on at once. */
  async take({ tenantId, agent, sessionId, payload, asked }: AskingHook): Promise<HeldRequest | undefined> {
    if (!answeringOf(agent)) return undefined
    const state = await this.#deps.log.snapshot(sessionId)
    // The driver of an agent of ours passes its answers on; its hooks would do so a second time.
    if (state?.meta.origin !== 'observed') return undefined
    const pending = meantRequest(state.requests, asked)
    const requestId = pending?.requestId ?? asked.data?.requestId
    if (typeof requestId !== 'string') return undefined
    const request = { sessionId, requestId }
    if (pending)
      return (await this.#hold({ tenantId, agent, request, payload, data: pending.data })) && request
    // The same call told again, after its answer: it gets that answer.
    return (await this.#deps.log.reader.request(tenantId, requestId, sessionId)) && request
  }

  /** Waits for the answer to a request, also to one that was held before a restart; undefined where there is none. */
  async wait(
    tenantId: string,
    agent: string,
    request: HeldRequest,
    caller: { wait: Wait; gone: AbortSignal },
  ): Promise<Told | undefined> {
    if (this.#closed) return stopped(caller.wait)
    const held = this.#holds.get(keyOf(request))
    if (held) {
      const { hook } = held
      return hook.agent === agent && hook.tenantId === tenantId
        ? held.wait(caller.wait, caller.gone)
        : undefined
    }
    const told = await toldRequest(this.#deps.log.reader, tenantId, request)
    if (told?.agent !== agent) return undefined
    const asked = { tenantId, agent, request, payload: told.payload, data: told.data }
    if (told.ending) {
      const hook = heldHook(asked)
      return hook && { answer: answerOf(hook, told.ending) }
    }
    const hold = await this.#hold(asked)
    if (!hold) return { answer: {} }
    // Where it ended meanwhile, the log says how.
    if (this.#holds.get(keyOf(request)) !== hold) return this.wait(tenantId, agent, request, caller)
    return hold.wait(caller.wait, caller.gone)
  }

  /** Who can ask again does so at the next gateway; the others go on without an opinion. */
  close(): void {
    this.#closed = true
    for (const hold of this.#holds.values()) hold.tell(stopped)
    this.#holds.clear()
  }

  /** The hold of a request, made where there is none and there is to be one. */
  async #hold(asked: HookRequest): Promise<Hold | undefined> {
    const { tenantId, agent, request, payload } = asked
    const key = keyOf(request)
    const known = this.#holds.get(key)
    if (known) return known
    const hook = heldHook(asked)
    const nativeSession = typeof payload.session_id === 'string' ? payload.session_id : ''
    const subagent = typeof payload.agent_id === 'string'
    const term = this.#deps.policy.termOf({ agent, nativeSession, subagent })
    if (!hook || !term || this.#closed || this.#holds.size >= MAX_HELD) return undefined
    const hold = new Hold(hook, this.#deps.clock)
    this.#holds.set(key, hold)
    this.#limit(hold, term)
    // An answer that came while the request was looked up was published before anybody listened for it.
    const { sessionId, requestId } = request
    const entry = await this.#deps.log.reader.request(tenantId, requestId, sessionId)
    if (entry?.status === 'pending') return hold
    const told = await toldRequest(this.#deps.log.reader, tenantId, request)
    this.#end(hold, told?.ending ?? RELEASED)
    return hold
  }

  #limit(hold: Hold, term: HoldTerm): void {
    if (term.longestMs === Number.POSITIVE_INFINITY) return
    const { clock, policy } = this.#deps
    const endsAt = clock() + term.longestMs
    const look = () => {
      if (this.#holds.get(keyOf(hold.hook.request)) !== hold) return
      const left = endsAt - clock()
      if (left <= 0 || !policy.mayGoOn(term)) this.#end(hold, RELEASED)
      else setTimeout(look, Math.min(left, CHECK_MS)).unref()
    }
    look()
  }

  #heard({ type, sessionId, data }: Published): void {
    if (type === 'session_deleted') {
      for (const hold of this.#holds.values())
        if (hold.hook.request.sessionId === sessionId) this.#end(hold, RELEASED)
      return
    }
    if (!endsRequest(type)) return
    const { requestId, ending } = readEnding(type, data)
    const hold = this.#holds.get(keyOf({ sessionId, requestId }))
    if (hold) this.#end(hold, ending)
  }

  #end(hold: Hold, ending: Ending): void {
    this.#holds.delete(keyOf(hold.hook.request))
    const answer = answerOf(hold.hook, ending)
    hold.tell(() => ({ answer }))
  }
}

function keyOf({ sessionId, requestId }: HeldRequest): string {
  return `${sessionId} ${requestId}`
}

function stopped(wait: Wait): Told {
  return wait === 'poll' ? 'cut' : { answer: {} }
}

/** Undefined where there is too much of it, or this agent cannot be answered. */
function heldHook({ payload, data, ...held }: HookRequest): HeldHook | undefined {
  const asked = answeringOf(held.agent)?.asked(payload)
  if (!asked || JSON.stringify(asked).length > MAX_ASKED) return undefined
  const questions = Array.isArray(data.questions) ? data.questions : []
  return { ...held, asked, questionIds: questions.map((question) => String((question as JsonObject)?.id)) }
}

function answerOf({ agent, asked, questionIds }: HeldHook, ending: Ending): JsonObject {
  return answeringOf(agent)?.decision(asked, ending, questionIds) ?? {}
}
