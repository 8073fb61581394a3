import type { SessionEvent } from '@signalbox/client'
import type { Item } from './item.js'
import { type Pen, placed } from './pen.js'
import { NO_TEXT, splitText, withPiece } from './split-text.js'
import { endThinking } from './write-talk.js'

type Placed = Pick<Item, 'key' | 'seq' | 'seqs' | 'ts' | 'turnId'>

/** A piece of the answer as it is written. */
export function writeDelta(pen: Pen, event: SessionEvent<'text_delta'>): void {
  pen.inTurn(event.turnId)
  endThinking(pen, event.ts)
  growAnswer(pen, placed(event), event.text)
}

/** Writes on at the end; where something was put in since, in a piece of its own after that. */
function growAnswer(pen: Pen, place: Placed, words: string): void {
  if (pen.at('answer', pen.pieces[0]?.index)?.turnId !== place.turnId) closeAnswer(pen)
  const last = pen.pieces.at(-1)
  const open = pen.at('answer', last?.index)
  if (last && open && last.index === pen.items.length - 1) {
    pen.put(last.index, { ...open, text: withPiece(open.text, words) })
    pen.pieces = [...pen.pieces.slice(0, -1), { ...last, words: last.words + words }]
    return
  }
  const index = pen.add({ ...place, kind: 'answer', text: withPiece(NO_TEXT, words), open: true })
  pen.pieces = [...pen.pieces, { index, words }]
}

/** A finished stretch of the answer: it stands where its pieces stood, also for who did not see them. */
export function writeMessage(pen: Pen, event: SessionEvent<'message_complete'>): void {
  const turn = pen.inTurn(event.turnId)
  endThinking(pen, event.ts)
  if (turn) pen.turn = { ...turn, said: turn.said + event.text, answered: true }
  const { seq, seqs } = placed(event)
  const { pieces } = pen
  const begun = (event.fromSeq ?? seq) - 1
  const isOfTurn = pen.at('answer', pieces[0]?.index)?.turnId === (event.turnId ?? null)
  if (!isOfTurn)
    pen.addAfter(begun, { ...placed(event), kind: 'answer', text: splitText(event.text), open: false })
  else {
    setAnswer(pen, event.text)
    for (const { index } of pieces) {
      const item = pen.at('answer', index)
      if (item) pen.put(index, { ...item, seq, seqs, open: false })
    }
  }
  pen.pieces = []
}

/** The whole stretch as it was at the head of a join. */
export function seedAnswer(pen: Pen, place: Placed, text: string): void {
  const known = wordsOf(pen)
  if (text.startsWith(known)) {
    if (text.length > known.length) growAnswer(pen, place, text.slice(known.length))
  } else setAnswer(pen, text)
}

/** Pieces that make up the text stay apart; where one was missed, all of it stands in the first. */
function setAnswer(pen: Pen, text: string): void {
  if (wordsOf(pen) === text) return
  pen.pieces = pen.pieces.map(({ index }, at) => {
    const words = at === 0 ? text : ''
    const item = pen.at('answer', index)
    if (item) pen.put(index, { ...item, text: splitText(words) })
    return { index, words }
  })
}

function wordsOf({ pieces }: Pen): string {
  return pieces.map(({ words }) => words).join('')
}

/** What was being written when the turn ended and was not told as finished stays as it is. */
export function closeAnswer(pen: Pen): void {
  for (const { index } of pen.pieces) {
    const open = pen.at('answer', index)
    if (open) pen.put(index, { ...open, open: false })
  }
  pen.pieces = []
}
