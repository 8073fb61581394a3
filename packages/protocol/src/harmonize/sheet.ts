import type { Part } from './cleaned.js'

interface Piece {
  part: Part
  /** Whether an empty line stood between this piece and the one before. */
  isApart: boolean
}

/** The parts of a text as they are found, and the whitespace between them. */
export class Sheet {
  readonly pieces: Piece[] = []
  #isApart = false

  /** Takes note of whitespace that goes. */
  space(whitespace: string): void {
    const line = whitespace.indexOf('\n')
    if (line !== -1 && whitespace.indexOf('\n', line + 1) !== -1) this.#isApart = true
  }

  add(part: Part): void {
    this.pieces.push({ part, isApart: this.#isApart })
    this.#isApart = false
  }

  parts(): Part[] {
    return this.pieces.map(({ part }) => part)
  }

  /** The text of the parts that are shown: a line break where something stood between, an empty line if one did. */
  text(isShown: (part: Part) => boolean): string {
    let text = ''
    let isApart = false
    for (const piece of this.pieces) {
      isApart ||= piece.isApart
      if (piece.part.text === '' || !isShown(piece.part)) continue
      text += text === '' ? piece.part.text : (isApart ? '\n\n' : '\n') + piece.part.text
      isApart = false
    }
    return text
  }
}

export const isForPeople = (part: Part) => part.kind !== 'context'
export const isForTheModel = (part: Part) => part.kind === 'context'
