import type { AgentMode, EventData, EventType, JsonObject } from '@signalbox/protocol'
import type { AgentListener, RequestEnd } from '../driver.js'
import type { Numbering } from './numbering.js'
import type { Pace } from './pace.js'
import { quote } from './quote.js'

/** What a turn is played with. */
export interface StageParts {
  listener: AgentListener
  pace: Pace
  numbering: Numbering
  cwd: string
  mode: AgentMode
}

type RequestType = 'permission_requested' | 'question_requested'

/** Between the pieces of a text, in turn, so that it looks written and is the same every time. */
const PAUSES = [8, 14, 6, 20, 10] as const
/** A listener that always has room must not keep an interrupt from coming in. */
const SAYS_PER_BREATH = 64
const PIECE = /(?:\S+\s*){1,2}|\s+/g
const BLOCK_PIECE = /[\s\S]{1,48}/g

/** The script must not go on: the turn is over. */
class TurnOver extends Error {
  override readonly name = 'TurnOver'
}

/**
 * Where the scenarios of one turn are played. Everything they do goes through here, and stops here as soon as the turn
 * is over: then whatever a script waits for rejects, and nothing more is said.
 */
export class Stage {
  readonly cwd: string
  readonly numbering: Numbering
  readonly #listener: AgentListener
  readonly #pace: Pace
  readonly #ended = new AbortController()
  readonly #steered: string[] = []
  readonly #asked = new Map<string, (end: RequestEnd) => void>()
  /** Set before the next piece of text, once. */
  #preface: string
  /** Ends the one wait the script is in. A slot, not a race: a race on one long promise keeps every loser. */
  #stopWaiting: ((why: TurnOver) => void) | undefined
  #said = 0
  #pauses = 0

  constructor({ listener, pace, numbering, cwd, mode }: StageParts) {
    this.#listener = listener
    this.#pace = pace
    this.numbering = numbering
    this.cwd = cwd
    this.#preface = mode === 'implement' ? '' : `[${mode} mode] `
  }

  get over(): boolean {
    return this.#ended.signal.aborted
  }

  /** One happening; resolves when there is room for the next. */
  async say<T extends EventType>(type: T, data: EventData<T>): Promise<void> {
    this.#check()
    await this.#until(this.#listener.say({ type, data: data as JsonObject }))
    if (++this.#said % SAYS_PER_BREATH === 0) await this.#until(this.#pace.breathe())
  }

  /** One piece of text, after what was steered meanwhile. */
  async delta(text: string): Promise<void> {
    await this.#hear()
    await this.#write(text)
  }

  /** A text, piece by piece. */
  async text(text: string): Promise<void> {
    for (const piece of text.match(PIECE) ?? []) {
      await this.delta(piece)
      await this.pause()
    }
  }

  /** A text nothing may come between, in pieces that keep to no word or line. */
  async block(text: string): Promise<void> {
    await this.#hear()
    for (const piece of text.match(BLOCK_PIECE) ?? []) {
      await this.#write(piece)
      await this.pause()
    }
  }

  async pause(ms: number = PAUSES[this.#pauses++ % PAUSES.length] ?? 10): Promise<void> {
    this.#check()
    await this.#until(this.#pace.sleep(ms, this.#ended.signal))
  }

  /** Asks a person and waits, however long it takes. */
  async ask<T extends RequestType>(type: T, data: EventData<T>): Promise<RequestEnd> {
    await this.#hear()
    // Listening before asking: a rule may answer while it is still being said.
    const answer = new Promise<RequestEnd>((resolve) => this.#asked.set(data.requestId, resolve))
    await this.say(type, data)
    const end = await this.#until(answer)
    this.#asked.delete(data.requestId)
    return end
  }

  steer(content: string): void {
    this.#steered.push(content)
  }

  respond(requestId: string, end: RequestEnd): void {
    this.#asked.get(requestId)?.(end)
  }

  /** The end of a turn that was played out: what was steered is heard first. */
  async complete(): Promise<void> {
    await this.#hearAll()
    this.#end('turn_complete', {})
  }

  async fail(message: string): Promise<void> {
    await this.#hearAll()
    this.#end('turn_error', { message, code: 'AGENT_ERROR' })
  }

  stop(): void {
    this.#end('turn_complete', { stopReason: 'user_stopped' })
  }

  /** The turn is over and nothing is said of it. */
  leave(): void {
    this.#ended.abort()
    this.#stopWaiting?.(new TurnOver())
  }

  /** Over before it is said: the next prompt may come while the listener still hears the end of this turn. */
  #end(type: 'turn_complete' | 'turn_error', data: JsonObject): void {
    if (this.over) return
    this.leave()
    // A listener that cannot hear the end has nobody else to be told by.
    this.#listener.say({ type, data }).catch(() => {})
  }

  /** Waits as long as the turn lasts, and no longer. */
  #until<T>(outcome: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#stopWaiting = reject
      outcome.then(resolve, reject)
      // The listener may have ended the turn while it was being spoken to.
      if (this.over) reject(new TurnOver())
    })
  }

  async #hear(): Promise<void> {
    for (const said of this.#steered.splice(0)) {
      await this.#write(`\n\n(Steered: ${quote(said)}. The demo agent heard it and plays on.)\n\n`)
    }
  }

  /** Nothing is left to hear, and nothing can come between this and the next line of the caller. */
  async #hearAll(): Promise<void> {
    while (this.#steered.length > 0) await this.#hear()
  }

  async #write(text: string): Promise<void> {
    const preface = this.#preface
    this.#preface = ''
    await this.say('text_delta', { text: preface + text })
  }

  #check(): void {
    if (this.over) throw new TurnOver()
  }
}
