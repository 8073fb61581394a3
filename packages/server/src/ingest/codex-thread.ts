import type { Draft, JsonObject } from '@signalbox/protocol'
import type { AskedByCodex, RunningTools } from './codex-request.js'
import { turnFact } from './turn-fact.js'

/** One notification or request of the app-server. */
export interface AppServerMessage {
  method: string
  /** Of a request, which waits for an answer. */
  id?: string | number
  params: JsonObject
}

/** A request, and how far it is: somebody else has answered it, or we have. */
export interface Asked extends AskedByCodex {
  state: 'waiting' | 'answered_here' | 'answered_elsewhere'
}

interface Counts {
  input: number
  output: number
  cached: number
}

/** What is known of a thread from its messages so far: what the next one means depends on it. */
export interface CodexThread {
  id: string
  /** Items whose beginning was seen: of others only the end is told, since pieces of them are missing. */
  begun: ReadonlySet<string>
  running: RunningTools
  asked: readonly Asked[]
  lastMessage: string
  plan: { turn: string; steps: readonly { title: string; status: string }[] } | undefined
  /** What the thread had used before this turn. */
  used: { turn: string; before: Counts } | undefined
}

export function newThread(id: string): CodexThread {
  return {
    id,
    begun: new Set(),
    running: new Map(),
    asked: [],
    lastMessage: '',
    plan: undefined,
    used: undefined,
  }
}

/** What a message leads to. */
export interface Told {
  thread: CodexThread
  drafts: Draft[]
}

/** A draft of a turn. `what` and `item` make the key under which every source tells the same. */
export function inTurn(
  { thread, turn, method }: { thread: string; turn: string | undefined; method: string },
  type: Draft['type'],
  data: JsonObject,
  what?: string,
  item?: string,
): Draft {
  const source = { agent: 'codex', via: 'app_server', nativeType: method }
  if (turn === undefined) return { type, source, data }
  return {
    type,
    source,
    data,
    nativeTurnId: turn,
    ...(what === undefined ? {} : { fact: turnFact(what, thread, turn, item) }),
  }
}
