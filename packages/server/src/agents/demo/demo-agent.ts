import { type AgentMode, SignalboxError } from '@signalbox/protocol'
import type { Agent, AgentListener, DrivenSession, RequestEnd } from '../driver.js'
import { Numbering } from './numbering.js'
import type { Pace } from './pace.js'
import { parsePrompt } from './parse-prompt.js'
import type { Ending } from './scenario.js'
import { answerPrompt } from './scenarios/talk.js'
import { SCENARIOS } from './scenarios.js'
import { Stage } from './stage.js'

/** The built-in agent: plays the scenarios a prompt names, the same way every time. */
export class DemoAgent implements Agent {
  readonly #listener: AgentListener
  readonly #pace: Pace
  readonly #cwd: string
  readonly #numbering = new Numbering()
  #mode: AgentMode
  #stage: Stage | undefined
  #playing: Promise<void> = Promise.resolve()
  /** Closed or crashed. */
  #gone = false

  constructor(session: DrivenSession, listener: AgentListener, pace: Pace) {
    this.#listener = listener
    this.#pace = pace
    this.#cwd = session.cwd
    this.#mode = session.mode
  }

  async prompt(text: string): Promise<void> {
    if (this.#gone) throw new SignalboxError('agentUnavailable', 'the demo agent has ended')
    if (this.#running()) throw new SignalboxError('turnInProgress')
    const stage = new Stage({
      listener: this.#listener,
      pace: this.#pace,
      numbering: this.#numbering,
      cwd: this.#cwd,
      mode: this.#mode,
    })
    this.#stage = stage
    // The script of a turn that was cut may still be unwinding; it cannot say anything, only be waited for.
    this.#playing = Promise.all([this.#playing, this.#play(stage, text)]).then(() => {})
  }

  async steer(content: string): Promise<void> {
    const stage = this.#running()
    if (!stage) throw new SignalboxError('noActiveTurn')
    stage.steer(content)
  }

  async interrupt(): Promise<void> {
    this.#running()?.stop()
  }

  respond(requestId: string, end: RequestEnd): void {
    this.#running()?.respond(requestId, end)
  }

  /** A turn under way keeps the mode it began with. */
  async switchMode(mode: AgentMode): Promise<void> {
    this.#mode = mode
  }

  async close(): Promise<void> {
    this.#gone = true
    this.#running()?.leave()
    await this.#playing
  }

  #running(): Stage | undefined {
    return this.#stage?.over ? undefined : this.#stage
  }

  async #play(stage: Stage, prompt: string): Promise<void> {
    try {
      const ending = await this.#perform(stage, prompt)
      if (ending === undefined) await stage.complete()
      else if (ending.kind === 'error') await stage.fail(ending.message)
      else this.#crash(stage, ending.why)
    } catch (error) {
      if (stage.over) return
      await stage
        .fail(`The demo agent failed: ${error instanceof Error ? error.message : error}`)
        .catch(() => {})
    }
  }

  async #perform(stage: Stage, prompt: string): Promise<Ending | undefined> {
    const cues = parsePrompt(prompt, SCENARIOS)
    if (cues.length === 0) await answerPrompt(stage, prompt)
    for (const cue of cues) {
      if (cue.kind === 'tell') await stage.text(cue.text)
      else {
        const ending = await cue.play(stage, cue.numbers)
        if (ending) return ending
      }
    }
    return undefined
  }

  #crash(stage: Stage, why: string): void {
    if (stage.over) return
    this.#gone = true
    stage.leave()
    this.#listener.gone(why)
  }
}
