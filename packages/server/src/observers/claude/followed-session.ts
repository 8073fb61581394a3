import type { Draft, JsonObject, SessionMeta, SessionState } from '@signalbox/protocol'
import { ClaudeTranscript } from '../../ingest/claude-transcript.js'
import type { Counts } from '../../ingest/turn-usage.js'
import type { Published } from '../../log/log.js'
import { LineTail } from '../line-tail.js'
import type { PendingCommands } from './pending-commands.js'

interface Request {
  kind: 'permission' | 'question'
  toolCallId: string | undefined
}

interface Subagent {
  tail: LineTail
  transcript: ClaudeTranscript
}

export interface FollowedSessionOptions {
  sessionId: string
  tenantId: string
  /** The id Claude Code has for it. */
  native: string
  path: string
  /** The turn of the hook that told of it. */
  turn: string | undefined
  /** The session as it is now. */
  state: SessionState
  /** The name of this machine. */
  host: string
  commands: PendingCommands
}

const MAX_SUBAGENTS = 32

/** One session of Claude Code and its transcripts: its own, and those of subagents that ask something. */
export class FollowedSession {
  readonly tenantId: string
  readonly path: string
  readonly #sessionId: string
  readonly #native: string
  readonly #host: string
  readonly #commands: PendingCommands
  readonly #transcript: ClaudeTranscript
  readonly #tail: LineTail
  readonly #subagents = new Map<string, Subagent>()
  readonly #requests = new Map<string, Request>()
  #turnId: string | undefined
  #pid: number | undefined
  /** It is over, and is read once more. */
  #ended = false
  #lastNews = 0

  constructor({ path, turn, state, host, commands, ...session }: FollowedSessionOptions) {
    const { native } = session
    this.tenantId = session.tenantId
    this.#sessionId = session.sessionId
    this.path = path
    this.#native = native
    this.#host = host
    this.#commands = commands
    this.#transcript = new ClaudeTranscript(native)
    this.#turnId = state.turn?.turnId
    this.#takeProcess(state.meta)
    const used = usedSoFar(state)
    this.#transcript.begin(turn ?? state.turn?.nativeId ?? undefined, used)
    this.#tail = new LineTail(path, used ? { lookBackBytes: 0 } : {})
    for (const { kind, requestId, data } of state.requests) this.#ask(kind, { ...data, requestId })
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Whether there is a file that the system could tell the changes of. */
  get isThere(): boolean {
    return this.#tail.isThere
  }

  /** Whether files are read beside its own. */
  get hasOthers(): boolean {
    return this.#subagents.size > 0
  }

  /** Whether a turn is open. */
  get isRunning(): boolean {
    return this.#turnId !== undefined
  }

  /** Whether there is something to read for; a while longer, since last lines are written when all is over. */
  isWorth(now: number, lingerMs: number): boolean {
    return this.#turnId !== undefined || this.#requests.size > 0 || now < this.#lastNews + lingerMs
  }

  /** What happens in the session tells when its transcript is worth reading. */
  hear(event: Published, now: number): void {
    const news = FollowedSession.#NEWS[event.type]
    if (!news) return
    news(this, event)
    this.#lastNews = now
  }

  /** A subagent asks something: its transcript tells how that ends. */
  followSubagent(path: string): void {
    if (this.#subagents.has(path) || this.#subagents.size >= MAX_SUBAGENTS) return
    const tail = new LineTail(path, { lookBackBytes: 0 })
    // From here on: what is there already is no answer.
    tail.read()
    this.#subagents.set(path, { tail, transcript: new ClaudeTranscript(this.#native) })
  }

  /** What was written since the last time. */
  read(): Draft[] {
    const asked = (toolCallId: string) =>
      [...this.#requests.values()].find((request) => request.toolCallId === toolCallId)?.kind
    const own = this.#transcript.read(this.#tail.read(), asked)
    const others = [...this.#subagents.values()].flatMap(({ tail, transcript }) =>
      transcript.read(tail.read(), asked),
    )
    return [...own, ...others]
  }

  /** Nothing of it is looked after any more. */
  forget(): void {
    for (const requestId of [...this.#requests.keys()]) this.#end({ requestId })
  }

  #ask(kind: Request['kind'], { requestId, toolCallId, toolName, args }: JsonObject): void {
    if (typeof requestId !== 'string') return
    const call = typeof toolCallId === 'string' ? toolCallId : undefined
    this.#requests.set(requestId, { kind, toolCallId: call })
    const command = (args as JsonObject | undefined)?.command
    if (this.#pid !== undefined && toolName === 'Bash' && typeof command === 'string')
      this.#commands.ask(this.#sessionId, requestId, { pid: this.#pid, command })
  }

  #end({ requestId }: JsonObject): void {
    if (typeof requestId !== 'string') return
    this.#requests.delete(requestId)
    if (this.#requests.size === 0) this.#subagents.clear()
    this.#commands.ended(this.#sessionId, requestId)
  }

  #takeProcess({ process }: SessionMeta): void {
    this.#pid = process?.host === this.#host ? process.pid : undefined
  }

  #closeTurn(turnId: string | undefined): void {
    if (turnId === this.#turnId) this.#turnId = undefined
  }

  static readonly #NEWS: Readonly<Record<string, (session: FollowedSession, event: Published) => void>> = {
    session_updated: (session, { data }) => session.#takeProcess(JSON.parse(data).session),
    session_state: (session, { data }) => {
      session.#ended = JSON.parse(data).state === 'inactive'
    },
    session_deleted: (session) => {
      session.#ended = true
    },
    turn_started: (session, { data, turnId }) => {
      if (JSON.parse(data).past !== true) session.#turnId = turnId
    },
    turn_complete: (session, { turnId }) => session.#closeTurn(turnId),
    turn_error: (session, { turnId }) => session.#closeTurn(turnId),
    permission_requested: (session, { data }) => session.#ask('permission', JSON.parse(data)),
    question_requested: (session, { data }) => session.#ask('question', JSON.parse(data)),
    approval_resolved: (session, { data }) => session.#end(JSON.parse(data)),
    question_resolved: (session, { data }) => session.#end(JSON.parse(data)),
    request_closed: (session, { data }) => session.#end(JSON.parse(data)),
  }
}

/** What the open turn was told to have used, where reading begins in its middle. */
function usedSoFar({ turn, usage }: SessionState): Counts | undefined {
  const known = turn && usage.turns.find(({ turnId }) => turnId === turn.turnId)
  if (!known || known.inputTokens === null) return undefined
  const { inputTokens, outputTokens, cachedTokens, costMicroDollars } = known
  return { inputTokens, outputTokens: outputTokens ?? 0, cachedTokens: cachedTokens ?? 0, costMicroDollars }
}
