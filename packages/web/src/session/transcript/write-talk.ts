import type { SessionEvent } from '@signalbox/client'
import { type Pen, placed } from './pen.js'

/** More thinking than anybody reads; the beginning is kept, as the gateway does. */
const MOST_THINKING = 1024 * 1024

/**
 * What a person said. What steers is told twice, as the steering and as something said; between the two the answer is
 * cut, so it stands where it is said.
 */
export function writePrompt(pen: Pen, event: SessionEvent<'user_message'>): void {
  pen.inTurn(event.turnId)
  const { content: text, via } = event
  const steered = pen.steer?.content === text && pen.steer.turnId === event.turnId ? pen.steer : null
  if (!steered) {
    pen.add({ ...placed(event), kind: 'prompt', how: 'prompt', text, via })
    return
  }
  pen.steer = null
  pen.add({ ...placed(event), seqs: [steered.seq, event.seq], kind: 'prompt', how: 'steer', text, via })
}

export function writeSteer(pen: Pen, event: SessionEvent<'steer_sent'>): void {
  endSteer(pen)
  pen.steer = event
}

/** A steering that nobody told as said is shown all the same. */
export function endSteer(pen: Pen): void {
  if (pen.steer)
    pen.add({ ...placed(pen.steer), kind: 'prompt', how: 'steer', text: pen.steer.content, via: '' })
  pen.steer = null
}

export function beginThinking(pen: Pen, event: SessionEvent<'thinking_start'>): void {
  pen.inTurn(event.turnId)
  if (pen.at('thinking', pen.thinking)) return
  pen.thinking = pen.add({ ...placed(event), kind: 'thinking', text: '', open: true, endedAt: null })
}

export function writeThinking(pen: Pen, event: SessionEvent<'thinking_progress'>): void {
  const turn = pen.inTurn(event.turnId)
  if (turn && turn.thought.length < MOST_THINKING) pen.turn = { ...turn, thought: turn.thought + event.text }
  const open = pen.at('thinking', pen.thinking)
  if (!open || pen.thinking === null) {
    pen.thinking = pen.add({
      ...placed(event),
      kind: 'thinking',
      text: event.text,
      open: true,
      endedAt: null,
    })
  } else if (open.text.length < MOST_THINKING)
    pen.put(pen.thinking, { ...open, text: open.text + event.text })
}

/** Whatever the agent turns to after it: the thought is over. */
export function endThinking(pen: Pen, ts: number): void {
  const open = pen.at('thinking', pen.thinking)
  if (open && pen.thinking !== null) pen.put(pen.thinking, { ...open, open: false, endedAt: ts })
  pen.thinking = null
}
