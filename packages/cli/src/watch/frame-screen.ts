import { Writable } from 'node:stream'

/** Terminals that know it show the whole change at once; the others take no notice. */
const BEGIN = '\u001b[?2026h'
const END = '\u001b[?2026l'

/**
 * A screen for whole frames, as Ink hands them over: of each only the lines that changed are drawn, in their place.
 * Nothing is ever scrolled, over a slow line little is sent, and what was above stays.
 */
export class FrameScreen extends Writable {
  readonly #draw: (text: string) => void
  readonly #columns: () => number
  #shown: readonly string[] = []
  #isStale = true

  constructor(draw: (text: string) => void, columns: () => number) {
    super({ decodeStrings: false })
    this.#draw = draw
    this.#columns = columns
  }

  /** What Ink lays out for. */
  get columns(): number {
    return this.#columns()
  }

  /** The terminal has another size: nothing can be relied on of what it shows. */
  forget(): void {
    this.#isStale = true
  }

  override _write(frame: string, _encoding: BufferEncoding, done: () => void): void {
    // An empty one is a question whether all was written.
    if (frame !== '') this.#show(frame.split('\n'))
    done()
  }

  #show(lines: readonly string[]): void {
    let text = this.#isStale ? '\u001b[2J' : ''
    const shown = this.#isStale ? [] : this.#shown
    for (let row = 0; row < Math.max(lines.length, shown.length); row++) {
      const line = lines[row] ?? ''
      // Erased before it is drawn: behind a full line there is nothing to erase but its last character.
      if (line !== shown[row]) text += `\u001b[${row + 1};1H\u001b[K${line}`
    }
    this.#shown = lines
    this.#isStale = false
    if (text !== '') this.#draw(BEGIN + text + END)
  }
}
