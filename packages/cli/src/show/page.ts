/** What stands together; between two blocks there is an empty line. */
export type Block = 'text' | 'thinking' | 'work' | 'plan' | 'said' | 'ask' | 'end'

/** A page that is written from top to bottom, as pieces come. It can be held while somebody types. */
export class Page {
  readonly #print: (text: string) => void
  #block: Block | undefined
  /** How many line breaks the page ends with; two are an empty line. */
  #breaks = 2
  #held: string[] | undefined

  constructor(print: (text: string) => void) {
    this.#print = print
  }

  get atLineStart(): boolean {
    return this.#breaks > 0
  }

  /** Text that flows on where the last piece of its block ended. `draw` colours it and adds no break. */
  flow(block: Block, text: string, draw: (text: string) => string = (plain) => plain): void {
    const begins = this.#begin(block)
    // An empty line is there already.
    const piece = begins ? text.replace(/^\n+/, '') : text
    if (piece === '') return
    this.#block = block
    this.#write(piece, draw(piece))
  }

  /** A line of its own. */
  line(block: Block, text: string): void {
    this.open(block, text)
    this.close()
  }

  /** A line that may still get an end. */
  open(block: Block, text: string): void {
    this.#begin(block)
    this.#block = block
    if (!this.atLineStart) this.#write('\n')
    this.#write(text)
  }

  /** The end of the line that is open. */
  close(text = ''): void {
    this.#write(`${text}\n`)
  }

  /** Keeps everything back: somebody is typing below. */
  hold(): void {
    if (!this.atLineStart) this.#write('\n')
    this.#held ??= []
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const text of held) this.#print(text)
  }

  /** True when another block begins here. */
  #begin(block: Block): boolean {
    if (block === this.#block) return false
    if (this.#block !== undefined && this.#breaks < 2) this.#write('\n'.repeat(2 - this.#breaks))
    return true
  }

  #write(text: string, drawn = text): void {
    let breaks = 0
    while (text[text.length - 1 - breaks] === '\n') breaks++
    this.#breaks = breaks === text.length ? this.#breaks + breaks : breaks
    if (this.#held) this.#held.push(drawn)
    else this.#print(drawn)
  }
}
