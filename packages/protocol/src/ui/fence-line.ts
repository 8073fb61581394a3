const SPACE = 0x20
const TAB = 0x09
const CARRIAGE_RETURN = 0x0d
const BACKTICK = 0x60
const TILDE = 0x7e
const WORD = 'spec'
const MAX_INDENT = 3
const MIN_RUN = 3
/** Nobody pads a fence this much; it bounds what is held back while a line could still open a spec block. */
const MAX_OPENING = 256

/** A fence that is open: its sign and how many of them, so many close it again. */
export interface Fence {
  sign: number
  run: number
}

/** Where in a line the reader is. */
type Phase = 'indent' | 'run' | 'gap' | 'word' | 'trail' | 'info' | 'plain'

/** What a line has shown so far. */
interface Shown {
  indent: number
  sign: number
  run: number
  /** How many letters of the info word. */
  letters: number
}

/**
 * Reads one line sign by sign and says whether it is a fence (CommonMark: at most 3 spaces, 3 or more backticks or
 * tildes, an info string; one of backticks has none in its info string), and whether of a spec block.
 */
export class FenceLine {
  readonly #shown: Shown = { indent: 0, sign: 0, run: 0, letters: 0 }
  #phase: Phase = 'indent'
  #length = 0

  /** Nothing that follows can make this line a fence. */
  get isPlain(): boolean {
    return this.#phase === 'plain'
  }

  /** What follows could still make this line the opening of a spec block. */
  get mayOpenSpec(): boolean {
    if (this.#phase === 'plain' || this.#phase === 'info') return false
    return this.#shown.sign !== TILDE && this.#length <= MAX_OPENING
  }

  /** Whether the line, now that it is whole, opens a spec block. */
  get opensSpec(): boolean {
    return this.mayOpenSpec && this.#shown.letters === WORD.length
  }

  /** The fence this line opens, now that it is whole; of whichever block. */
  get opens(): Fence | undefined {
    const { sign, run } = this.#shown
    return this.#phase === 'plain' || run < MIN_RUN ? undefined : { sign, run }
  }

  /** Whether the line, now that it is whole, closes that fence. */
  closes(fence: Fence): boolean {
    const bare = this.#phase === 'run' || this.#phase === 'gap'
    return bare && this.#shown.sign === fence.sign && this.#shown.run >= fence.run
  }

  /** Takes the next UTF-16 unit of the line; its `\n` is no part of it. */
  take(unit: number): void {
    this.#length++
    this.#phase = NEXT[this.#phase](this.#shown, unit)
  }
}

/** What the next unit makes of a line, by where in it the reader is. */
const NEXT: Readonly<Record<Phase, (shown: Shown, unit: number) => Phase>> = {
  indent(shown, unit) {
    if (unit === SPACE) return ++shown.indent > MAX_INDENT ? 'plain' : 'indent'
    if (unit !== BACKTICK && unit !== TILDE) return 'plain'
    shown.sign = unit
    shown.run = 1
    return 'run'
  },
  run(shown, unit) {
    if (unit !== shown.sign) return shown.run < MIN_RUN ? 'plain' : NEXT.gap(shown, unit)
    shown.run++
    return 'run'
  },
  gap: (shown, unit) => (isBlank(unit) ? 'gap' : NEXT.word(shown, unit)),
  word(shown, unit) {
    if (unit === WORD.charCodeAt(shown.letters)) {
      shown.letters++
      return 'word'
    }
    return shown.letters === WORD.length ? NEXT.trail(shown, unit) : NEXT.info(shown, unit)
  },
  trail: (shown, unit) => (isBlank(unit) ? 'trail' : NEXT.info(shown, unit)),
  info: ({ sign }, unit) => (unit === BACKTICK && sign === BACKTICK ? 'plain' : 'info'),
  plain: () => 'plain',
}

/** `\r` too: it stands before the `\n` of a line that came from Windows. */
function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB || unit === CARRIAGE_RETURN
}
