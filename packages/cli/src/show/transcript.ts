import { WordWrap } from '../terminal/word-wrap.js'

/** What stands together; between two blocks there is an empty line. */
export type Block = 'head' | 'text' | 'thinking' | 'work' | 'plan' | 'said' | 'ask' | 'end'

type Draw = (text: string) => string

/** What a person reads of a turn, written from top to bottom, as pieces come. It can be held while somebody types. */
export class Transcript {
  readonly #print: (text: string) => void
  readonly #wrap: WordWrap
  #draw: Draw = asItIs
  #block: Block | undefined
  /** How many line breaks it ends with; two are an empty line. */
  #breaks = 2
  #held: string[] | undefined
  #open: number | undefined
  #opened = 0

  /** `width`: the columns there are, for text that flows. */
  constructor(print: (text: string) => void, width: () => number = () => Number.POSITIVE_INFINITY) {
    this.#print = print
    this.#wrap = new WordWrap(width)
  }

  get block(): Block | undefined {
    return this.#block
  }

  /** Text that flows on where the last piece of its block ended. `draw` colours it and adds no break. */
  flow(block: Block, text: string, draw: Draw = asItIs): void {
    const begins = block !== this.#block
    // An empty line is there already.
    const piece = begins ? text.replace(/^\n+/, '') : text
    if (piece === '') return
    this.#begin(block)
    if (this.#open !== undefined) this.#endLine()
    this.#draw = draw
    this.#write(this.#wrap.write(piece), draw)
  }

  /** A line of its own. */
  line(block: Block, text: string): void {
    this.open(block, text)
    this.#endLine()
  }

  /** A line that may still get an end; its number. */
  open(block: Block, text: string): number {
    this.#begin(block)
    this.#endLine()
    this.#write(text)
    this.#opened += 1
    this.#open = this.#opened
    return this.#open
  }

  /** True as long as nothing else was written. */
  isOpen(line: number | undefined): boolean {
    return line !== undefined && line === this.#open
  }

  /** The end of the line that is open. */
  close(text: string): void {
    this.#write(text)
    this.#endLine()
  }

  /** An empty line, if there is none yet. */
  space(): void {
    this.#endLine()
    if (this.#block !== undefined && this.#breaks < 2) this.#write('\n')
  }

  /** Something else is written here: what comes next begins at the left. */
  rest(): void {
    if (!this.#held) this.#endLine()
  }

  /** Keeps everything back: somebody is typing below. */
  hold(): void {
    this.#endLine()
    this.#held ??= []
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const text of held) this.#print(text)
  }

  #begin(block: Block): void {
    if (block === this.#block) return
    this.space()
    this.#block = block
  }

  /** What comes next begins at the left. */
  #endLine(): void {
    this.#write(this.#wrap.end(), this.#draw)
    this.#draw = asItIs
    this.#open = undefined
    if (this.#breaks === 0) this.#write('\n')
  }

  #write(text: string, draw: Draw = asItIs): void {
    if (text === '') return
    let breaks = 0
    while (text[text.length - 1 - breaks] === '\n') breaks++
    this.#breaks = breaks === text.length ? this.#breaks + breaks : breaks
    if (this.#held) this.#held.push(draw(text))
    else this.#print(draw(text))
  }
}

function asItIs(text: string): string {
  return text
}
