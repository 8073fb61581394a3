import { SignalboxError } from '@signalbox/protocol'
import type { Happening } from '../agents/driver.js'
import type { Committed } from '../log/log.js'
import type { ToldTurn } from './told-turn.js'

/** Who says something to the agent, and how the answer finds back. */
export interface Speaker {
  userId: string
  via: string
  replyTo?: { client: string; ref?: string | number }
}

/** One thing a person said, as it is kept; see `user_message`. */
export interface Saying {
  content: string
  role?: string
  parts?: string[]
}

export interface TurnWish {
  /** What the agent is given. */
  text: string
  /** What was said, where it is not that text as a whole. */
  sayings?: readonly Saying[]
  clientTurnId?: string
}

/** What is kept of a wish, one event for each saying. */
export function userMessages(
  { text, sayings = [{ content: text }] }: TurnWish,
  { via }: Speaker,
): readonly Happening[] {
  return sayings.map((saying) => ({ type: 'user_message', data: { ...saying, via } }))
}

export interface StartedTurn extends Committed {
  turnId: string
}

/** A turn as its live session sees it. */
export interface Turn {
  readonly turnId: string
  readonly wish: TurnWish
  readonly told: ToldTurn
  started?: Promise<StartedTurn>
  /** The agent has been given the prompt; until then there is nothing to stop or steer. */
  underWay: boolean
  /** The wish to stop it was heard. */
  stopping?: Promise<Committed>
  /** Its end is on the way into the log. */
  over: boolean
  readonly ended: AbortController
  /** Its end is in the log, or can no longer get there. */
  readonly finished: Promise<void>
  finish(): void
}

/** A turn that is about to begin. */
export function newTurn(turnId: string, wish: TurnWish, told: ToldTurn): Turn {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { turnId, wish, told, underWay: false, over: false, ended: new AbortController(), finished, finish }
}

/** The submission a turn is known by: the same wish twice is one turn. */
export function turnKey(clientTurnId: string): string {
  return `run_turn:${clientTurnId}`
}

/** One key cannot mean two turns. */
export function otherText(clientTurnId: string): SignalboxError {
  const message = `clientTurnId ${clientTurnId} was already used with another text`
  return new SignalboxError('conflict', message, { field: 'clientTurnId' })
}

/** The turn that runs, told to who wishes for the very same again; anybody else must wait. */
export async function sameTurn(turn: Turn, wish: TurnWish): Promise<StartedTurn> {
  const same = wish.clientTurnId !== undefined && wish.clientTurnId === turn.wish.clientTurnId
  if (!same || !turn.started) throw new SignalboxError('turnInProgress')
  if (wish.text !== turn.wish.text) throw otherText(String(wish.clientTurnId))
  return { ...(await turn.started), duplicate: true }
}

/** Nothing more is heard of it, and nobody waits for it any longer. */
export function endTurn(turn: Turn): void {
  turn.over = true
  turn.ended.abort()
}

/** Waits as long as the turn lasts, and no longer. */
export function whileIn(turn: Turn, promise: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject)
    turn.ended.signal.addEventListener('abort', reject, { once: true })
  })
}
