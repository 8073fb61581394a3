import { CATALOGUE_ID } from './catalogue.js'
import { type Fence, FenceLine } from './fence-line.js'
import { LIMITS } from './limits.js'
import { SpecBlock } from './spec-block.js'
import type { SpecPart } from './spec-part.js'

export type { UiSpec } from './finished-spec.js'
export type { Operation } from './operation.js'
export type { SpecPart } from './spec-part.js'

/** What the line is in: prose, a code block of another kind, or a spec block. */
type Within = { in: 'prose' } | { in: 'code'; fence: Fence } | { in: 'spec'; fence: Fence; block: SpecBlock }

const PROSE: Within = { in: 'prose' }

/**
 * Takes the spec blocks out of agent text as it arrives. Prose goes out with the chunk it came in; held back is only the
 * beginning of a line that could still open a block. The parts do not depend on where the chunks were cut.
 *
 * A block goes from the first backtick line to the end of the last one, with the spaces before it and its line end; the
 * line end before it stays with the prose. So `a⏎` block `⏎b` reads `a⏎b`.
 */
export class SpecStream {
  readonly #newUiId: () => string
  #within: Within = PROSE
  #line = new FenceLine()
  /** Prose: the beginning of a line that is held back. Spec: the line so far, one unit more than the limit at most. */
  #kept = ''
  /** Prose that goes out with this chunk. */
  #text = ''
  #parts: SpecPart[] = []

  constructor(newUiId: () => string) {
    this.#newUiId = newUiId
  }

  /** More text of the agent; gives what is certain now. */
  push(chunk: string): SpecPart[] {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf('\n', from)
      const to = end < 0 ? chunk.length : end
      this.#scan(chunk, from, to)
      this.#keep(chunk.slice(from, to))
      if (end >= 0) this.#endLine()
      from = to + 1
    }
    return this.#given()
  }

  /** The text ended: by the end of the turn, or by what cuts it. What is pushed after that is another text. */
  end(): SpecPart[] {
    const within = this.#within
    if (within.in !== 'spec') this.#text += this.#kept
    else this.#emit(this.#line.closes(within.fence) ? within.block.close() : within.block.abandon())
    this.#within = PROSE
    this.#beginLine()
    return this.#given()
  }

  #scan(chunk: string, from: number, to: number): void {
    for (let at = from; at < to && !this.#line.isPlain; at++) this.#line.take(chunk.charCodeAt(at))
  }

  #keep(piece: string): void {
    if (this.#within.in === 'spec') {
      this.#kept += piece.slice(0, LIMITS.lineBytes + 1 - this.#kept.length)
    } else if (this.#within.in === 'prose' && this.#line.mayOpenSpec) {
      this.#kept += piece
    } else {
      this.#text += this.#kept + piece
      this.#kept = ''
    }
  }

  #endLine(): void {
    this.#within = this.#after(this.#within)
    this.#beginLine()
  }

  #beginLine(): void {
    this.#line = new FenceLine()
    this.#kept = ''
  }

  /** The line has ended: what the next one is in. */
  #after(within: Within): Within {
    if (within.in === 'spec') {
      const closed = this.#line.closes(within.fence)
      this.#emit(closed ? within.block.close() : within.block.take(this.#kept))
      return closed ? PROSE : within
    }
    const fence = this.#line.opens
    if (within.in === 'prose' && fence && this.#line.opensSpec) return this.#open(fence)
    this.#text += `${this.#kept}\n`
    if (within.in === 'code') return this.#line.closes(within.fence) ? PROSE : within
    return fence ? { in: 'code', fence } : PROSE
  }

  #open(fence: Fence): Within {
    const uiId = this.#newUiId()
    this.#emit([{ kind: 'start', uiId, catalogId: CATALOGUE_ID }])
    return { in: 'spec', fence, block: new SpecBlock(uiId) }
  }

  #emit(parts: readonly SpecPart[]): void {
    if (parts.length === 0) return
    this.#flush()
    this.#parts.push(...parts)
  }

  #flush(): void {
    if (this.#text !== '') this.#parts.push({ kind: 'text', text: this.#text })
    this.#text = ''
  }

  #given(): SpecPart[] {
    this.#flush()
    const parts = this.#parts
    this.#parts = []
    return parts
  }
}
