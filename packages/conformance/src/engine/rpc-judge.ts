import { ERRORS, type ObjectSchema, validate } from '@signalbox/protocol'
import {
  METHOD_PATTERN,
  methodNamed,
  RPC_MESSAGES,
  RPC_NOTIFICATIONS,
  type RpcNotificationName,
  rpcMethodOf,
} from '@signalbox/protocol/rpc'
import { Failure } from './failure.js'
import { show } from './match.js'
import { contentOf, paramsOf, type RpcLine } from './rpc-line.js'

const SLASHED = new RegExp(METHOD_PATTERN)
const CODES: ReadonlySet<number> = new Set(Object.values(ERRORS).map(({ rpc }) => rpc))
const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed', 'deleted'])
/** Members of a message, by what it is. */
const MEMBERS = {
  notification: ['jsonrpc', 'method', 'params'],
  response: ['jsonrpc', 'id', 'result'],
  error: ['jsonrpc', 'id', 'error'],
} as const

/** Judges what one connection hears: each line for itself, and by what came before it. */
export class RpcJudge {
  readonly #methods = new Map<string, string>()
  readonly #seqs = new Map<unknown, number>()
  /** How an item is, of those whose beginning was heard. */
  readonly #items = new Map<unknown, unknown>()
  readonly #turns = new Map<unknown, 'open' | 'over'>()

  /** An item that is open may be told from its beginning again. */
  #anew = false

  /** A request went out; its response is judged by what its method promises. */
  asked(id: unknown, method: string): void {
    this.#methods.set(JSON.stringify(id), method)
  }

  /**
   * Who listens was away and came back. A place does not say how much was heard of what is kept nowhere: what grows may
   * be told from its beginning, and numbers begin again.
   */
  resumed(): void {
    this.#anew = true
    this.#seqs.clear()
  }

  /** What is wrong with a line; undefined when nothing is. */
  fault(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'a line must be an object'
    const kind = 'method' in value ? 'notification' : 'error' in value ? 'error' : 'response'
    const wrong = faultIn(RPC_MESSAGES[kind].schema, value)
    if (wrong !== undefined) return wrong
    const members: readonly string[] = MEMBERS[kind]
    const odd = Object.keys(value).find((name) => !members.includes(name))
    if (odd !== undefined) return `${odd} is nothing of a ${kind}`
    const line = value as RpcLine
    if (kind === 'notification') return this.#notification(line)
    return kind === 'error' ? this.#error(line) : this.#response(line)
  }

  #notification(line: RpcLine): string | undefined {
    const method = String(line.method)
    if (!SLASHED.test(method)) return `${method} is not slash-style`
    if (!Object.hasOwn(RPC_NOTIFICATIONS, method)) return `there is no notification ${method}`
    const schema: ObjectSchema = RPC_NOTIFICATIONS[method as RpcNotificationName].params
    const params = paramsOf(line)
    return faultIn(schema, params) ?? oddMember(schema, params) ?? this.#follows(method, params)
  }

  #error({ id, error }: RpcLine): string | undefined {
    const { code = 0, message, data } = error ?? {}
    if (!CODES.has(code)) return `${code} is no code of the error table`
    if (data?.field !== undefined && data.reason !== message) return 'reason must be the message'
    return this.#answered(id)
  }

  #response({ id, result }: RpcLine): string | undefined {
    const method = methodNamed(this.#methods.get(JSON.stringify(id)) ?? '')
    const unasked = this.#answered(id)
    if (unasked !== undefined || method === undefined) return unasked ?? `a result of no method`
    const schema = rpcMethodOf(method).result
    // The document is that of another standard.
    const odd = method === 'rpc.discover' ? undefined : oddMember(schema, result ?? {})
    return faultIn(schema, result) ?? odd
  }

  /** Each request is answered once. What could not be read is answered under null. */
  #answered(id: unknown): string | undefined {
    return id === null || this.#methods.delete(JSON.stringify(id))
      ? undefined
      : `nobody waits for an answer to ${JSON.stringify(id)}`
  }

  #follows(method: string, params: Record<string, unknown>): string | undefined {
    if (method === 'stream/gap') this.#forget()
    return this.#numbered(params) ?? this.#turn(method, params) ?? this.#item(method, params)
  }

  #numbered({ thread_id, seq }: Record<string, unknown>): string | undefined {
    if (typeof seq !== 'number') return undefined
    const before = this.#seqs.get(thread_id) ?? 0
    this.#seqs.set(thread_id, Math.max(seq, before))
    return seq < before ? `seq ${seq} after ${before}` : undefined
  }

  #turn(method: string, { turn_id }: Record<string, unknown>): string | undefined {
    if (!method.startsWith('turn/')) return undefined
    const known = this.#turns.get(turn_id)
    const starts = method === 'turn/started'
    this.#turns.set(turn_id, starts ? 'open' : 'over')
    if (starts) return known === undefined ? undefined : `a turn that is ${known} starts`
    return known === 'over' ? 'a turn ends twice' : undefined
  }

  #item(method: string, params: Record<string, unknown>): string | undefined {
    if (!method.startsWith('item/')) return undefined
    const { item_id, turn_id, status } = params
    const known = this.#items.get(item_id)
    const turn = this.#turns.get(turn_id)
    const begun = turn === 'open'
    if (known !== undefined || begun || method === 'item/created') this.#items.set(item_id, status)
    if (method === 'item/created') {
      const anew = known === undefined || (this.#anew && known === 'active')
      return anew ? undefined : 'an item is created twice'
    }
    if (known === undefined) return begun ? 'an item that was not created is updated' : undefined
    // A plan may be made longer; what a turn left behind may end after it.
    const goesOn = turn === 'over' || contentOf({ jsonrpc: '2.0', params }).type === 'plan'
    // Who comes back may be told again that it is over.
    const again = known === status && params.content === undefined
    if (again || (goesOn && known !== 'deleted')) return undefined
    return OVER.has(known) ? `an item that is ${known} is updated` : undefined
  }

  /** What comes next is told from its beginning again. */
  #forget(): void {
    this.#seqs.clear()
    this.#items.clear()
    this.#turns.clear()
  }
}

/** Fails where something is wrong with lines that were heard one after the other. */
export function expectJudged(what: string, lines: readonly RpcLine[], judge = new RpcJudge()): void {
  for (const line of lines) {
    const fault = judge.fault(line)
    if (fault !== undefined) throw new Failure(`${what}: ${fault}: ${show(line)}`)
  }
}

/**
 * What somebody knows who heard some lines, came back with the place of the last and heard others. Fails where they do
 * not go together. Of an event that was not heard to its end every line comes again, with that place.
 */
export function expectResumed(
  what: string,
  before: readonly RpcLine[],
  after: readonly RpcLine[],
): RpcLine[] {
  const place = before.at(-1)?.params?.seq
  const last = new Set(
    before.filter(({ params }) => params?.seq === place).map((line) => JSON.stringify(line)),
  )
  const rest = after.filter((line) => !last.has(JSON.stringify(line)))
  const judge = new RpcJudge()
  expectJudged(what, before, judge)
  judge.resumed()
  expectJudged(what, rest, judge)
  return [...before, ...rest]
}

function faultIn(schema: ObjectSchema, value: unknown): string | undefined {
  const wrong = validate(schema, value)
  return wrong && `${wrong.path} ${wrong.problem}`
}

function oddMember(schema: ObjectSchema, value: object): string | undefined {
  const odd = Object.keys(value).find((name) => !Object.hasOwn(schema.properties, name))
  return odd === undefined ? undefined : `${odd} does not belong there`
}
