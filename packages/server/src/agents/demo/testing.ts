import type { AgentMode } from '@signalbox/protocol'
import { onTestFinished } from 'vitest'
import { tempDir } from '../../log/testing.js'
import type { Agent, AgentListener, Happening, RequestEnd } from '../driver.js'
import { DemoDriver } from './demo-driver.js'
import { type Pace, realPace } from './pace.js'

/** Time that passes at once, or, when held, not at all. */
export class FakePace implements Pace {
  now = 0
  /** While true, a sleep ends by its signal alone. */
  held = false
  /** Sleeps that have neither ended nor been cut. */
  open = 0
  breaths = 0
  readonly slept: number[] = []

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.open++
    this.slept.push(ms)
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        this.open--
        signal.removeEventListener('abort', cut)
      }
      const cut = () => {
        end()
        reject(signal.reason)
      }
      signal.addEventListener('abort', cut)
      if (this.held) return
      queueMicrotask(() => {
        if (signal.aborted) return
        end()
        this.now += ms
        resolve()
      })
    })
  }

  breathe(): Promise<void> {
    this.breaths++
    return realPace.breathe()
  }
}

export type Heard = Happening & { at: number }

/** Hears everything an agent says, and when; answers what it asks. */
export class Ear implements AgentListener {
  readonly heard: Heard[] = []
  /** Why the agent went, if it did. */
  went: string | undefined
  /** What is done while a happening is being said; the agent waits for it. */
  during: (happening: Happening, index: number) => unknown = () => {}
  readonly ended: Promise<void>
  readonly #pace: FakePace
  #end: () => void = () => {}

  constructor(pace: FakePace) {
    this.#pace = pace
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  async say(happening: Happening): Promise<void> {
    const index = this.heard.push({ ...happening, at: this.#pace.now }) - 1
    const done = this.during(happening, index)
    if (isEnd(happening)) this.#end()
    await done
  }

  gone(why: string): void {
    this.went = why
    this.#end()
  }

  of(type: Happening['type']): Heard[] {
    return this.heard.filter((happening) => happening.type === type)
  }

  /** The text of the turn. */
  text(): string {
    return this.of('text_delta')
      .map(({ data }) => data.text)
      .join('')
  }
}

export function isEnd({ type }: Happening): boolean {
  return type === 'turn_complete' || type === 'turn_error'
}

export interface Played {
  agent: Agent
  ear: Ear
  pace: FakePace
  cwd: string
}

/** An agent in an empty directory and without a turn yet. */
export async function startDemo(options: { mode?: AgentMode; cwd?: string } = {}): Promise<Played> {
  const pace = new FakePace()
  const ear = new Ear(pace)
  const cwd = options.cwd ?? tempDir()
  const agent = await new DemoDriver(pace).start(
    { sessionId: 's-1', cwd, mode: options.mode ?? 'implement' },
    ear,
  )
  onTestFinished(() => agent.close())
  return { agent, ear, pace, cwd }
}

export const YES: RequestEnd = { kind: 'permission', approved: true }
export const ANSWERS: RequestEnd = {
  kind: 'question',
  answers: { strategy: 'incremental', tests: 'yes', note: 'be quick' },
  dismissed: false,
}

/** Answers every request at once: while it is still being said, as a rule of the gateway would. */
export function answering(agent: Agent, permission: RequestEnd = YES, question: RequestEnd = ANSWERS) {
  return ({ type, data }: Happening) => {
    if (type === 'permission_requested') agent.respond(String(data.requestId), permission)
    if (type === 'question_requested') agent.respond(String(data.requestId), question)
  }
}

/** Plays one prompt to its end. */
export async function play(
  prompt: string,
  options: { mode?: AgentMode; cwd?: string; permission?: RequestEnd; question?: RequestEnd } = {},
): Promise<Played> {
  const played = await startDemo(options)
  played.ear.during = answering(played.agent, options.permission, options.question)
  await played.agent.prompt(prompt)
  await played.ear.ended
  return played
}
