import type { SeedEntry } from './entry.js'
import type { Item } from './item.js'
import type { Pen } from './pen.js'
import { seedAnswer } from './write-answer.js'

/**
 * What a running turn has said, thought and begun to call when we joined, where no event tells it: the finished
 * stretches of its answer are kept as events, so only the rest of the text is written.
 */
export function writeSeed(pen: Pen, { seq, ts, stream }: SeedEntry): void {
  const turn = pen.inTurn(stream.turnId)
  if (!turn) return
  const placed = { key: `s${seq}`, seq, seqs: [], ts, turnId: stream.turnId }
  const text = restOf(stream.textSoFar, turn.said, turn.startedAt !== null)
  const thought = stream.thinkingSoFar.startsWith(turn.thought)
    ? stream.thinkingSoFar.slice(turn.thought.length)
    : ''
  writeThought(pen, { ...placed, key: `th${seq}` }, thought, text === '')
  if (text !== '') seedAnswer(pen, placed, text)
  for (const { toolCallId, toolName, argsSoFar, status } of stream.toolCalls) {
    if (status !== 'streaming' || pen.calls.has(toolCallId)) continue
    const index = pen.add({
      ...placed,
      key: `c${seq} ${toolCallId}`,
      kind: 'call',
      toolCallId,
      toolName,
      args: undefined,
      argsSoFar,
      state: 'writing',
      output: null,
      error: null,
      terminal: null,
      endedAt: null,
    })
    pen.calls.set(toolCallId, index)
  }
}

type Placed = Pick<Item, 'key' | 'seq' | 'seqs' | 'ts' | 'turnId'>

function writeThought(pen: Pen, placed: Placed, thought: string, open: boolean): void {
  if (thought === '' || !pen.turn) return
  pen.turn = { ...pen.turn, thought: pen.turn.thought + thought }
  const known = pen.at('thinking', pen.thinking)
  if (known && pen.thinking !== null) pen.put(pen.thinking, { ...known, text: known.text + thought })
  else {
    const index = pen.add({ ...placed, kind: 'thinking', text: thought, open, endedAt: null })
    pen.thinking = open ? index : null
  }
}

/** The text after what was finished of it. Where the beginning of the turn is not loaded, after where that is last. */
function restOf(whole: string, said: string, fromStart: boolean): string {
  if (said === '') return whole
  if (fromStart) return whole.slice(said.length)
  const at = whole.lastIndexOf(said)
  return at === -1 ? whole : whole.slice(at + said.length)
}
