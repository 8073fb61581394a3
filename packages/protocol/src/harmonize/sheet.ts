import type { Part } from './cleaned.js'

/** The parts of a text as they are found, and what stood between them. */
export class Sheet {
  readonly parts: Part[] = []
  /** Of each part, whether an empty line stood between it and the one before. */
  readonly #areApart: boolean[] = []
  #lineEnds = 0

  /** Takes note of whitespace that goes. */
  space(text: string, from: number, to: number): void {
    let lineEnds = 0
    for (let at = from; at < to; at++) if (text.charCodeAt(at) === 0x0a) lineEnds++
    if (lineEnds > this.#lineEnds) this.#lineEnds = lineEnds
  }

  /** Adds a part with something to read. */
  add(part: Part): void {
    if (part.text === '') return
    this.parts.push(part)
    this.#areApart.push(this.#lineEnds > 1)
    this.#lineEnds = 0
  }

  /** The text of the parts that are shown: a line break where something stood between, an empty line if one did. */
  text(isShown: (part: Part) => boolean): string {
    let text = ''
    let isApart = false
    this.parts.forEach((part, index) => {
      isApart ||= this.#areApart[index] === true
      if (part.text === '' || !isShown(part)) return
      text += text === '' ? part.text : (isApart ? '\n\n' : '\n') + part.text
      isApart = false
    })
    return text
  }
}

export const isForPeople = (part: Part): boolean => part.kind !== 'context'
export const isForTheModel = (part: Part): boolean => part.kind === 'context'
