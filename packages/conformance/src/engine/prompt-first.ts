import { Failure } from './failure.js'
import { show } from './match.js'
import type { Frame } from './witness.js'

/** What a turn has before its prompt is told: that it began, and what the session is then. */
const BEFORE: ReadonlySet<string> = new Set(['turn_started', 'session_state', 'session_updated'])

/** Fails unless the prompt of a turn is told before anything else of it, by its place and by its number. */
export function expectPromptFirst(frames: readonly Frame[], turnId: string): void {
  const turn = frames.filter((frame) => frame.turnId === turnId && !BEFORE.has(frame.type))
  const [first] = turn
  if (first?.type !== 'user_message') throw new Failure(`the prompt should be told first, was ${show(first)}`)
  const early = turn.find(({ seq }, index) => index > 0 && Number(seq) <= Number(first.seq))
  if (early) throw new Failure(`this is numbered before the prompt: ${show(early)}`)
}
