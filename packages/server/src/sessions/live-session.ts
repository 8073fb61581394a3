import {
  type AgentMode,
  type Draft,
  type EventType,
  type JsonObject,
  type NewId,
  type SessionState,
  SignalboxError,
  type Source,
} from '@signalbox/protocol'
import type { Happening, RequestEnd } from '../agents/driver.js'
import type { Commit, Committed } from '../log/log.js'
import { Clocks } from './clocks.js'
import { commandCommit, type Wish } from './command-commit.js'
import { ENDINGS, inactive } from './endings.js'
import { MaybeSteered } from './maybe-steered.js'
import { Outlet } from './outlet.js'
import { plainHappening } from './plain-happening.js'
import { RunningAgent, type RunningAgentDeps, sentence } from './running-agent.js'
import { isPiece } from './streamed.js'
import { ALSO_BETWEEN_TURNS, type AskedRequest, ToldTurn } from './told-turn.js'
import {
  endTurn,
  newTurn,
  type Speaker,
  type StartedTurn,
  sameTurn,
  type Turn,
  type TurnWish,
  turnKey,
  userMessages,
  whileIn,
} from './turn.js'
import { TooLate, within } from './within.js'

export interface LiveSessionDeps extends RunningAgentDeps {
  commit(commit: Commit): Promise<Committed>
  /** The session as it is now. */
  state(): Promise<SessionState | undefined>
  newId: NewId
  clock(): number
  /** The session has no agent any more. */
  ended(): void
}

/** A session with an agent of ours: one turn at a time, from the prompt to its end. */
export class LiveSession {
  readonly #deps: LiveSessionDeps
  readonly #tenantId: string
  readonly #id: string
  readonly #cwd: string
  readonly #source: Source
  readonly #outlet: Outlet
  readonly #agent: RunningAgent
  readonly #clocks = new Clocks<'silence' | 'idle' | 'stop'>()
  readonly #requests = new Map<string, AskedRequest>()
  #settings: SessionState['settings']
  #settingsSince = 0
  #turn: Turn | undefined
  #closing: Promise<void> | undefined
  /** The agent is on its way out. */
  #leaving: Promise<void> | undefined

  constructor(state: SessionState, deps: LiveSessionDeps) {
    const { meta } = state
    this.#deps = deps
    this.#tenantId = meta.tenantId
    this.#id = meta.id
    this.#cwd = meta.cwd ?? ''
    this.#source = { agent: meta.agentType, via: 'driver' }
    this.#settings = state.settings
    this.#agent = new RunningAgent(state.mode, deps)
    this.#outlet = new Outlet({
      commit: (ordered) =>
        deps.commit({
          ...ordered,
          tenantId: this.#tenantId,
          session: { by: 'id', id: this.#id },
          ...(ordered.command ? {} : { separate: true }),
        }),
      coalesceMs: () => this.#settings.coalesceMs,
      clock: deps.clock,
      broken: (error) => this.#broken(error),
    })
  }

  /** Gives the agent a prompt, starting it first where there is none. Resolves when the turn has begun. */
  run(wish: TurnWish, speaker: Speaker): Promise<StartedTurn> {
    if (this.#closing) throw new SignalboxError('unavailable', 'the agent is being ended; try again')
    if (this.#turn) return sameTurn(this.#turn, wish)
    this.#clocks.stop('idle')
    const turnId = `turn_${this.#deps.newId()}`
    const told = new ToldTurn({
      turnId,
      source: this.#source,
      newId: this.#deps.newId,
      asks: (nativeId) => [...this.#requests.values()].some((request) => request.nativeId === nativeId),
      asked: (request) => void this.#requests.set(request.requestId, request),
    })
    const turn = newTurn(turnId, wish, told)
    this.#turn = turn
    turn.started = this.#begin(turn, speaker)
    return turn.started
  }

  /** Says something to the agent while it works; resolves when the agent has it. */
  async steer(wish: TurnWish, speaker: Speaker): Promise<Committed> {
    const content = wish.text
    const turn = this.#running()
    if (turn.stopping) throw new SignalboxError('noActiveTurn', 'the turn is being stopped')
    if (!this.#agent.canBeSteered) {
      throw new SignalboxError('notImplemented', 'this agent takes nothing while it works')
    }
    try {
      await whileIn(turn, this.#agent.steer(content))
    } catch {
      throw new MaybeSteered('noActiveTurn', 'the turn ended before the agent could take it')
    }
    const steerId = this.#deps.newId()
    const also = userMessages(wish, speaker)
    const said = this.#command(speaker, { type: 'steer_sent', data: { steerId, content }, also })
    return said.catch((error: unknown) => {
      throw error instanceof SignalboxError ? new MaybeSteered(error.kind, error.message) : error
    })
  }

  /** Stops the turn. A second wish hears of the first. */
  async stop(speaker: Speaker, reason?: string): Promise<{ acknowledged: Committed; again: boolean }> {
    await this.#begun()
    const turn = this.#running()
    if (turn.stopping) return { acknowledged: await turn.stopping, again: true }
    const data = reason === undefined ? {} : { reason }
    const acknowledged = this.#command(speaker, { type: 'stop_acknowledged', data })
    turn.stopping = acknowledged
    await acknowledged.catch((error: unknown) => {
      delete turn.stopping
      throw error
    })
    if (!turn.over) this.#interrupt(turn)
    return { acknowledged: await acknowledged, again: false }
  }

  /** A turn whose agent is still starting cannot be stopped: it is waited for a little, then given up. */
  async #begun(): Promise<void> {
    const turn = this.#turn
    if (!turn?.started || turn.underWay) return
    const starting = turn.started.then(
      () => undefined,
      () => undefined,
    )
    await within(this.#deps.patience.stopMs, starting).catch(async () => {
      if (this.#turn !== turn || turn.underWay) return
      await this.#close(ENDINGS.givenUp)
    })
  }

  #interrupt(turn: Turn): void {
    this.#clocks.stop('silence')
    this.#clocks.start('stop', this.#deps.patience.stopMs, () => this.#cutOff(turn))
    this.#agent.interrupt().catch(() => this.#cutOff(turn))
  }

  /** The turn under way, until its end is on the way into the log. */
  get turnId(): string | undefined {
    return this.#turn?.underWay && !this.#turn.over ? this.#turn.turnId : undefined
  }

  /** Resolves when the end of the turn under way is told. */
  get turnFinished(): Promise<void> {
    return this.#turn?.finished ?? Promise.resolve()
  }

  /** Resolves when the turn it is at, also one that only begins, is over and another may begin; undefined without one. */
  get busy(): Promise<void> | undefined {
    return this.#turn?.finished
  }

  /** Whether the agent would take a word in the turn it is at. */
  get canBeSteered(): boolean {
    return this.turnId !== undefined && !this.#turn?.stopping && this.#agent.canBeSteered
  }

  /** Whether the agent waits for this request. */
  holds(requestId: string): boolean {
    return this.#requests.has(requestId)
  }

  /** A request has ended, by whomever: the agent is told. */
  requestEnded(requestId: string, end: RequestEnd): void {
    const request = this.#requests.get(requestId)
    if (!request) return
    this.#requests.delete(requestId)
    this.#agent.respond(request.nativeId, end)
    if (this.#turn && !this.#turn.stopping) this.#awaitWord(this.#turn)
  }

  /** Asks the agent to work in another mode; it may refuse. */
  switchMode(mode: AgentMode): Promise<void> {
    return this.#agent.switchMode(mode)
  }

  /** The session is in this mode from its event `seq` on: also an agent that is starting just now must be. */
  modeChanged(mode: AgentMode, seq: number): void {
    this.#agent.sessionMode(mode, seq)
  }

  /** The settings are so from the event `seq` on, whatever an older look at the session says. */
  settingsChanged(settings: Partial<SessionState['settings']>, seq: number): void {
    if (seq < this.#settingsSince) return
    this.#settingsSince = seq
    this.#settings = { ...this.#settings, ...settings }
    if (!this.#turn && this.#agent.started) this.#awaitWork()
  }

  /** Ends the agent in good order: an open turn ends with an error that says why, the session is inactive. */
  async close(reason: string, why: string): Promise<void> {
    await this.#close([...this.#turnError('AGENT_DISCONNECTED', why), inactive(reason)])
    await this.#leaving
  }

  /** The session was deleted: there is nobody to tell. */
  drop(): void {
    this.#close(ENDINGS.silent)
  }

  /** Gives up what the log has not taken. */
  abandon(): void {
    this.#outlet.close()
  }

  /** Resolves when the session has no agent any more; undefined while it goes on. */
  get closing(): Promise<void> | undefined {
    return this.#closing
  }

  async #begin(turn: Turn, speaker: Speaker): Promise<StartedTurn> {
    try {
      if (!this.#agent.started) await this.#activate(turn.turnId)
      const { clientTurnId } = turn.wish
      const committed = await this.#command(speaker, {
        type: 'turn_started',
        data: clientTurnId === undefined ? {} : { clientTurnId },
        also: userMessages(turn.wish, speaker),
        turnId: turn.turnId,
        ...(clientTurnId === undefined ? {} : { eventId: turnKey(clientTurnId) }),
      })
      if (committed.duplicate) this.#turnEnded(turn)
      else this.#prompt(turn)
      return { ...committed, turnId: turn.turnId }
    } catch (error) {
      if (this.#turn === turn) this.#turn = undefined
      turn.finish()
      if (this.#agent.started) this.#awaitWork()
      else this.#close(ENDINGS.silent)
      throw error
    }
  }

  #prompt(turn: Turn): void {
    turn.underWay = true
    if (turn.over) return
    this.#awaitWord(turn)
    this.#agent
      .prompt(turn.wish.text)
      .catch((error: unknown) => this.#fail(turn, 'AGENT_ERROR', sentence(error)))
  }

  async #activate(turnId: string): Promise<void> {
    await this.#outlet.commit({
      drafts: [this.#draft('session_state', { state: 'activating', reason: 'run_turn' })],
      command: true,
    })
    await this.#takeState()
    try {
      await this.#agent.start(
        { sessionId: this.#id, cwd: this.#cwd },
        { say: (happening) => this.#hear(happening), gone: (why) => this.#gone(why) },
      )
    } catch (error) {
      const code = error instanceof TooLate ? 'AGENT_TIMEOUT' : 'AGENT_ERROR'
      this.#close(this.#turnError(code, sentence(error)))
      throw new SignalboxError('agentUnavailable', sentence(error), { details: { turnId } })
    }
    if (this.#closing) {
      await this.#agent.close()
      throw new SignalboxError('agentUnavailable', 'The session was ended while its agent started.')
    }
    this.#outlet.say(this.#draft('session_state', { state: 'ready', reason: 'activated' }))
  }

  /** What changed between the making of this and its first event. From there on everything is passed on to it. */
  async #takeState(): Promise<void> {
    const state = await this.#deps.state()
    if (!state) return
    this.settingsChanged(state.settings, state.seq)
    this.#agent.sessionMode(state.mode, state.seq)
  }

  /** Everything the agent says comes through here. */
  #hear(said: Happening): Promise<void> {
    const turn = this.#turn
    if (this.#closing) return Promise.resolve()
    const happening = isPiece(said) ? said : plainHappening(said)
    if (!turn?.underWay || turn.over) {
      if (ALSO_BETWEEN_TURNS.has(happening.type))
        this.#outlet.say(this.#draft(happening.type, happening.data))
      return Promise.resolve()
    }
    if (happening.type === 'turn_complete') this.#finish(turn, happening.data)
    else if (happening.type === 'turn_error') this.#fail(turn, 'AGENT_ERROR', String(happening.data.message))
    else {
      for (const draft of turn.told.drafts(happening)) this.#outlet.say(draft)
      if (!turn.stopping) this.#awaitWord(turn)
    }
    return this.#outlet.room()
  }

  /** The end as the agent tells it; of a turn that a person stopped, it is that person's. */
  #finish(turn: Turn, data: JsonObject): void {
    endTurn(turn)
    this.#clocks.stop('silence', 'stop')
    for (const draft of turn.told.rest()) this.#outlet.say(draft)
    const { stopReason } = turn.stopping ? { stopReason: 'user_stopped' } : data
    const end = this.#draft('turn_complete', stopReason === undefined ? {} : { stopReason }, turn.turnId)
    this.#outlet.commit({ drafts: [end] }).then(
      () => this.#turnEnded(turn),
      () => undefined,
    )
  }

  #turnEnded(turn: Turn): void {
    if (this.#turn === turn) this.#turn = undefined
    turn.finish()
    this.#requests.clear()
    this.#awaitWork()
  }

  /** The turn broke, and the agent with it: the next turn starts another. */
  #fail(turn: Turn, code: string, message: string): void {
    if (this.#turn !== turn || turn.over) return
    if (turn.stopping) {
      this.#cutOff(turn)
      return
    }
    this.#close(this.#turnError(code, message))
  }

  /** A stop the agent does not follow: the turn ends as if it had, and the agent is ended. */
  #cutOff(turn: Turn): void {
    if (this.#turn !== turn || turn.over) return
    this.#close(ENDINGS.cutOff)
  }

  #gone(why: string): void {
    if (this.#closing) return
    if (this.#turn && !this.#turn.over) this.#fail(this.#turn, 'AGENT_DISCONNECTED', why)
    else this.#close(ENDINGS.gone)
  }

  /** What the agent said could not be kept: it cannot go on as if it had been. */
  #broken(error: unknown): void {
    const deleted = error instanceof SignalboxError && error.kind === 'sessionNotFound'
    if (!deleted) this.#deps.report(error)
    const message = `What the agent said could not be kept: ${sentence(error)}.`
    this.#close(deleted ? ENDINGS.silent : this.#turnError('AGENT_ERROR', message))
  }

  #turnError(code: string, message: string): Happening[] {
    return this.#turn && !this.#turn.over ? [{ type: 'turn_error', data: { message, code } }] : []
  }

  #close(last: Happening[]): Promise<void> {
    this.#closing ??= this.#end(last)
    return this.#closing
  }

  /** Says the last of it, ends the agent, and is no more. The agent goes also when the log cannot take the rest. */
  async #end(last: Happening[]): Promise<void> {
    this.#clocks.stop('silence', 'stop', 'idle')
    const turn = this.#turn
    const rest = turn && last.length > 0 ? turn.told.rest() : []
    if (turn) endTurn(turn)
    this.#leaving = this.#agent.close()
    // A turn that breaks before it began is known by its id all the same.
    const unbegun = turn && !turn.underWay ? turn.turnId : undefined
    const drafts = [
      ...rest,
      ...last.map(({ type, data }) => this.#draft(type, data, type === 'turn_error' ? unbegun : undefined)),
    ]
    if (drafts.length > 0) await this.#outlet.last({ drafts }).catch((error) => this.#unsaid(error))
    this.#outlet.close()
    turn?.finish()
    this.#deps.ended()
  }

  /** The next start puts right what could not be said now. */
  #unsaid(error: unknown): void {
    const expected =
      error instanceof SignalboxError && ['unavailable', 'sessionNotFound'].includes(error.kind)
    if (!expected) this.#deps.report(error)
  }

  /** A command of a person, in its place among what the agent says. */
  #command(speaker: Speaker, wish: Wish): Promise<Committed> {
    return this.#outlet.commit(commandCommit(speaker, wish))
  }

  #draft(type: EventType, data: JsonObject, turnId?: string): Draft {
    return { type, source: this.#source, data, ...(turnId === undefined ? {} : { turnId }) }
  }

  #running(): Turn {
    if (!this.#turn?.underWay || this.#turn.over) throw new SignalboxError('noActiveTurn')
    return this.#turn
  }

  /** An agent that waits for nobody must say something now and then. */
  #awaitWord(turn: Turn): void {
    if (this.#requests.size > 0 || turn.over) {
      this.#clocks.stop('silence')
      return
    }
    // Comes with every piece of text.
    if (this.#clocks.again('silence')) return
    const { silenceMs } = this.#deps.patience
    const message = `The agent said nothing for ${silenceMs / 1000} s.`
    this.#clocks.start('silence', silenceMs, () => this.#fail(turn, 'AGENT_TIMEOUT', message))
  }

  #awaitWork(): void {
    const { idleCloseMs } = this.#settings
    this.#clocks.stop('idle')
    if (idleCloseMs === 0 || this.#closing) return
    this.#clocks.start('idle', idleCloseMs, () => this.#close(ENDINGS.idle))
  }
}
