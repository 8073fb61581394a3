import type { AgentMode, AutonomyProfile, SessionSettings } from '@signalbox/protocol'
import { type Draft, type JsonObject, SignalboxError } from '@signalbox/protocol'
import type { Committed, Log } from '../log/log.js'
import type { GatewayPause } from '../pause/gateway-pause.js'
import type { LiveSession } from '../sessions/live-session.js'
import { type LiveSessions, watchedOnly } from '../sessions/live-sessions.js'
import { otherText, type Speaker, type StartedTurn, type TurnWish, turnKey } from '../sessions/turn.js'
import { within } from '../sessions/within.js'
import { findSession } from './find-session.js'
import { type Caller, replyAs } from './sessions.js'

/** An event a command asked for that was said before: the caller is told of it again. */
export interface SaidBefore {
  sessionId: string
  seq: number
  ts: number
  turnId: string
}

/** Who stops a turn is told right away that it ended, if it does so this soon. */
const STOP_WAIT_MS = 500

/** What people say to agents. Every door calls these; what happens comes back as events. */
export class TurnCommands {
  readonly #log: Log
  readonly #live: LiveSessions
  readonly #pause: Pick<GatewayPause, 'check'>

  constructor(log: Log, live: LiveSessions, pause: Pick<GatewayPause, 'check'>) {
    this.#log = log
    this.#live = live
    this.#pause = pause
  }

  /** Runs a turn, unless the gateway is paused. The same clientTurnId again is told the turn it began. */
  async run(caller: Caller, id: string, wish: TurnWish): Promise<SaidBefore | undefined> {
    const sessionId = await findSession(this.#log, caller.identity, id)
    const before = await this.#runBefore(sessionId, wish)
    if (before) return before
    const { duplicate, first } = await this.#start(caller, sessionId, wish)
    return duplicate && first ? this.#said(sessionId, first.seq) : undefined
  }

  /** Runs a turn and tells its id. */
  async start(caller: Caller, id: string, wish: TurnWish): Promise<string> {
    const sessionId = await findSession(this.#log, caller.identity, id)
    return (await this.#start(caller, sessionId, wish)).turnId
  }

  async #start(caller: Caller, sessionId: string, wish: TurnWish): Promise<StartedTurn> {
    // Asked again when the turn begins: this one spares an agent that would be started for nothing.
    this.#pause.check()
    const live = await this.#live.open(sessionId)
    return live.run(wish, speaker(caller))
  }

  async steer(caller: Caller, id: string, content: string): Promise<void> {
    await (await this.#driven(caller, id)).live.steer({ text: content }, speaker(caller))
  }

  /** Says something in the turn of this id. */
  async steerTurn(caller: Caller, turnId: string, wish: TurnWish): Promise<void> {
    await (await this.#inTurn(caller, turnId)).steer(wish, speaker(caller))
  }

  /** Stops the turn of this id. False where the agent needs longer for it than anybody waits here: its end follows. */
  async stopTurn(caller: Caller, turnId: string, reason?: string): Promise<boolean> {
    const live = await this.#inTurn(caller, turnId)
    const { turnFinished } = live
    await live.stop(speaker(caller), reason)
    return within(STOP_WAIT_MS, turnFinished).then(
      () => true,
      () => false,
    )
  }

  /** Stops the turn; who asks once more is told of the first acknowledgement. */
  async stop(caller: Caller, id: string): Promise<SaidBefore | undefined> {
    const { live, sessionId } = await this.#driven(caller, id)
    const { acknowledged, again } = await live.stop(speaker(caller))
    return again && acknowledged.first ? this.#said(sessionId, acknowledged.first.seq) : undefined
  }

  /** Ends the agent of a session, if it has one; a turn under way is stopped first. */
  async end(caller: Caller, sessionId: string, reason: string): Promise<void> {
    const live = this.#live.get(sessionId)
    if (!live) return
    const { turnFinished } = live
    await live.stop(speaker(caller), reason).then(
      () => turnFinished,
      () => undefined,
    )
    await live.close('closed', `The agent was ended: ${reason}.`)
  }

  async switchMode(caller: Caller, id: string, mode: AgentMode): Promise<void> {
    const sessionId = await this.#own(caller, id)
    try {
      await this.#live.get(sessionId)?.switchMode(mode)
    } catch (error) {
      throw new SignalboxError(
        'agentUnavailable',
        `the agent did not take the mode: ${(error as Error).message || 'it gave no answer'}`,
      )
    }
    await this.#commit(caller, sessionId, 'mode_switched', { mode })
  }

  async setAutonomyProfile(caller: Caller, id: string, profile: AutonomyProfile): Promise<void> {
    await this.#commit(caller, await this.#own(caller, id), 'autonomy_profile_updated', { profile })
  }

  async updateSettings(caller: Caller, id: string, settings: SessionSettings): Promise<void> {
    const sessionId = await findSession(this.#log, caller.identity, id)
    await this.#commit(caller, sessionId, 'session_settings_updated', { settings: { ...settings } })
  }

  async #runBefore(sessionId: string, { clientTurnId, text }: TurnWish): Promise<SaidBefore | undefined> {
    if (clientTurnId === undefined) return undefined
    const known = await this.#log.reader.submission(sessionId, turnKey(clientTurnId))
    if (known?.turnId === undefined) return undefined
    const { events } = await this.#log.reader.read(sessionId, {
      afterSeq: known.seq,
      limit: 1,
      types: ['user_message'],
    })
    const said = events[0] && JSON.parse(events[0].data).content
    if (said !== undefined && said !== text) throw otherText(clientTurnId)
    return { sessionId, seq: known.seq, ts: known.ts, turnId: known.turnId }
  }

  async #said(sessionId: string, seq: number): Promise<SaidBefore | undefined> {
    const { events } = await this.#log.reader.read(sessionId, { afterSeq: seq - 1, limit: 1 })
    const [said] = events
    return said?.turnId === undefined ? undefined : { sessionId, seq, ts: said.ts, turnId: said.turnId }
  }

  /** The live session in which this turn is under way. */
  async #inTurn({ identity }: Caller, turnId: string): Promise<LiveSession> {
    const found = this.#live.inTurn(turnId)
    const session = found && (await this.#log.reader.session(found.sessionId))
    // It may have ended while it was looked for.
    const isOurs = session?.tenantId === identity.tenantId
    if (!isOurs || found?.live.turnId !== turnId) throw new SignalboxError('noActiveTurn')
    return found.live
  }

  /** A session of ours whose agent runs. */
  async #driven(caller: Caller, id: string) {
    const sessionId = await this.#own(caller, id)
    const live = this.#live.get(sessionId)
    if (!live) throw new SignalboxError('noActiveTurn')
    return { live, sessionId }
  }

  /** A session that is ours to command. */
  async #own(caller: Caller, id: string): Promise<string> {
    const sessionId = await findSession(this.#log, caller.identity, id)
    const session = await this.#log.reader.session(sessionId)
    if (!session) throw new SignalboxError('sessionNotFound')
    if (session.origin === 'observed') throw watchedOnly()
    return sessionId
  }

  #commit(caller: Caller, sessionId: string, type: Draft['type'], data: JsonObject): Promise<Committed> {
    const { via, identity } = caller
    return this.#log.commit({
      tenantId: identity.tenantId,
      session: { by: 'id', id: sessionId },
      drafts: [{ type, source: { agent: 'signalbox', via, nativeId: identity.userId }, data }],
      command: true,
      ...replyAs(type, caller),
    })
  }
}

function speaker({ identity, via, replyTo }: Caller): Speaker {
  return { userId: identity.userId, via, ...(replyTo ? { replyTo } : {}) }
}
