import type { JsonObject } from '../../event.js'
import { textOf } from '../../session/text.js'
import { Growing, type Growth } from './growing.js'
import { noteInput, type TurnNotes } from './notes.js'
import type { Telling } from './telling.js'

const OWN_ID = /^item_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A message has its text twice: as a whole and in its parts. */
const ANSWER: Growth = { member: 'text', keeps: 'beginning', copies: 2 }
const THOUGHT: Growth = { member: 'text', keeps: 'beginning', copies: 1 }

/** What a person said waits until the agent shows that it has it. */
export function tellInput(telling: Telling): void {
  const { data, event, session } = telling
  const given = textOf(data.itemId)
  const id = OWN_ID.test(given) ? given : telling.itemId('input', event.seq)
  telling.item('item/created', () => ({ id, status: 'pending', content: inputContent(data) }))
  const steered = event.turnId !== undefined && session.turns.get(event.turnId)?.steered === true
  if (steered) telling.item('item/updated', { id, status: 'completed' })
  else noteInput(session, { id, turnId: event.turnId })
}

function inputContent(data: JsonObject): JsonObject {
  const text = textOf(data.content)
  const parts = Array.isArray(data.parts) ? data.parts.map(textOf) : []
  // The content may have been cleaned since; it is what counts.
  const said = parts.join('\n') === text && parts.length > 0 ? parts : [text]
  const content = said.map((part) => ({ type: 'input_text', text: part }))
  return { type: 'message', role: textOf(data.role) || 'user', text, content, metadata: {} }
}

/** The agent did something, so it has what was said to it, and its thought is over. */
export function agentActs(telling: Telling): void {
  takeInputs(telling)
  const turn = telling.session.turns.get(telling.event.turnId ?? '')
  if (!turn) return
  turn.steered = false
  endThought(telling, turn)
}

export function takeInputs(telling: Telling): void {
  settleInputs(telling, 'completed')
}

/** Nobody will take them any more. */
export function failInputs(telling: Telling): void {
  settleInputs(telling, 'failed')
}

function settleInputs(telling: Telling, status: 'completed' | 'failed'): void {
  const { session, event } = telling
  if (session.inputs.length === 0) return
  const isOf = (turnId: string | undefined) => turnId === undefined || turnId === event.turnId
  for (const { id, turnId, mayBeTaken } of session.inputs) {
    if (isOf(turnId)) telling.item('item/updated', { id, status: mayBeTaken ? 'completed' : status, turnId })
  }
  session.inputs = session.inputs.filter(({ turnId }) => !isOf(turnId))
}

/** A piece of the answer. */
export function tellPiece(telling: Telling): void {
  const { event, turn } = telling
  if (turn.over) return
  agentActs(telling)
  if (turn.text) {
    turn.text.hear(event)
    telling.grown = turn.text
    return
  }
  const text = new Growing(
    { id: telling.itemId('text', event.seq), growth: ANSWER, content: answerContent },
    event,
  )
  turn.text = text
  telling.growth('item/created', text)
}

/** A finished segment of the answer, told in pieces or not. */
export function tellMessage(telling: Telling): void {
  const { event, turn, data, session } = telling
  agentActs(telling)
  const { text: open } = turn
  delete turn.text
  const fromSeq = Number.isInteger(data.fromSeq) ? Number(data.fromSeq) : undefined
  const begun = open !== undefined && open.first.seq === fromSeq
  if (open) telling.settled(open)
  // Its pieces stand under another number than a replay knows: what is told there counts.
  if (open && !begun) telling.item('item/deleted', { id: open.id, status: 'deleted' })
  const seen = begun || (fromSeq !== undefined && fromSeq <= session.resumedSeq)
  sayWhole(telling, fromSeq ?? event.seq, textOf(data.text), seen)
}

/** A whole text of the agent: that it is there, and that it is finished. */
export function sayWhole(telling: Telling, key: string | number, text: string, seen = false): void {
  telling.turn.answered = true
  const id = telling.itemId('text', key)
  if (!seen) telling.item('item/created', () => ({ id, status: 'active', content: answerContent(text) }))
  telling.item('item/updated', () => ({ id, status: 'completed', content: answerContent(text) }))
}

function answerContent(text: string): JsonObject {
  const content = [{ type: 'output_text', text }]
  return { type: 'message', role: 'assistant', text, content, metadata: {} }
}

/** The model begins to think: what it thought before is over. */
export function beginThought(telling: Telling): void {
  agentActs(telling)
}

/** A piece of a thought. */
export function tellThought(telling: Telling): void {
  const { event, turn } = telling
  if (turn.over) return
  takeInputs(telling)
  turn.steered = false
  if (turn.thought) {
    turn.thought.hear(event)
    telling.grown = turn.thought
    return
  }
  const content = (text: string) => ({ type: 'reasoning', text })
  turn.thought = new Growing({ id: telling.itemId('reasoning', event.seq), growth: THOUGHT, content }, event)
  telling.growth('item/created', turn.thought)
}

export function endThought(telling: Telling, turn: TurnNotes): void {
  const { thought } = turn
  if (!thought) return
  delete turn.thought
  ended(telling, thought)
}

/** A text that nobody finished ends with its turn. */
export function endText(telling: Telling, turn: TurnNotes): void {
  const { text } = turn
  if (!text) return
  delete turn.text
  turn.answered = true
  ended(telling, text)
}

function ended(telling: Telling, growing: Growing): void {
  telling.settled(growing)
  telling.item('item/updated', () => ({ id: growing.id, status: 'completed', content: growing.content }))
}
