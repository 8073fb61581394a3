/** What a terminal would act upon and a reader must not see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/
const CONTROLS = new RegExp(CONTROL, 'g')
const NEAR = 16
const LINE_BREAKS = /\n{3,}/g
const MANY = 4096

const [BEL, LF, CR, ESC, NEL, CSI, ST] = [0x07, 0x0a, 0x0d, 0x1b, 0x85, 0x9b, 0x9c] as const
/** DCS, SOS, OSC, PM and APC: what follows is a string up to its end. */
const STRING_INTRODUCERS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f])

const isControl = (code: number) =>
  code < 0x20 ? code !== 0x09 && code !== LF : code >= 0x7f && code <= 0x9f
const isLineEnd = (code: number) => code === LF || code === CR || code === NEL

/** Takes out control sequences and characters; line ends become `\n`, and never more than two in a row. */
export function neutralise(text: string): string {
  return withoutEmptyLines(CONTROL.test(text) ? withoutControls(text) : text)
}

/** Leaves one empty line of several. */
export function withoutEmptyLines(text: string): string {
  return text.includes('\n\n\n') ? text.replace(LINE_BREAKS, '\n\n') : text
}

function withoutControls(text: string): string {
  const strings = new StringEnds(text)
  const { length } = text
  const done: string[] = []
  const pieces: string[] = []
  let from = 0
  let at = nextControl(text, 0)
  while (at < length) {
    const code = text.charCodeAt(at)
    if (at > from) pieces.push(text.slice(from, at))
    if (code === CR || code === NEL) {
      const start = at
      at = lineEndsFrom(text, at)
      pieces.push(at - start === 1 || (at - start === 2 && text.charCodeAt(at - 1) === LF) ? '\n' : '\n\n')
    } else {
      at = sequenceEnd(text, at, code, strings)
    }
    from = at
    at = nextControl(text, at)
    // Put together now and then: very many pieces at once would all be copied by the garbage collector.
    if (pieces.length >= MANY) done.push(pieces.splice(0).join(''))
  }
  return done.join('') + pieces.join('') + text.slice(from)
}

/** The next control character, from a place on. Where they are many it is near: looking there costs less than a search. */
function nextControl(text: string, from: number): number {
  const near = Math.min(from + NEAR, text.length)
  for (let at = from; at < near; at++) if (isControl(text.charCodeAt(at))) return at
  CONTROLS.lastIndex = near
  return CONTROLS.exec(text)?.index ?? text.length
}

/** Where a row of line ends stops, of whatever sort. */
function lineEndsFrom(text: string, from: number): number {
  let at = from
  while (isLineEnd(text.charCodeAt(at))) at++
  return at
}

/** Where the sequence that starts at `at` ends: one character further for a control that stands alone. */
function sequenceEnd(text: string, at: number, code: number, strings: StringEnds): number {
  let control = code
  let after = at + 1
  if (code === ESC) {
    const second = text.charCodeAt(after)
    // ESC and one of these mean the same as one control character 0x40 further up.
    if (second < 0x40 || second > 0x5f || Number.isNaN(second)) return finalEnd(text, after, 0x30)
    control = second + 0x40
    after++
  }
  if (control === CSI) return finalEnd(text, runEnd(text, after, 0x30, 0x3f), 0x40)
  if (!STRING_INTRODUCERS.has(control)) return after
  // As one character they are rare, and common in text that was decoded wrongly, quotation marks for instance. There the
  // character that ends a string is one too: only a command with its number is believed to have one.
  return code === ESC || isNumbered(text, after) ? strings.endFrom(after) : strings.bellFrom(after)
}

const isNumbered = (text: string, at: number) =>
  text[runEnd(text, at, 0x30, 0x39)] === ';' && text[at] !== ';'

/** Behind what may stand before the last character of a sequence, and behind that character if it is one. */
function finalEnd(text: string, from: number, lowest: number): number {
  const at = runEnd(text, from, 0x20, 0x2f)
  const code = text.charCodeAt(at)
  return code >= lowest && code <= 0x7e ? at + 1 : at
}

function runEnd(text: string, from: number, lowest: number, highest: number): number {
  let at = from
  while (text.charCodeAt(at) >= lowest && text.charCodeAt(at) <= highest) at++
  return at
}

/** Where string sequences end. What was found is kept, so a flood of introducers is read once. */
class StringEnds {
  readonly #text: string
  /** The next character that ends a string or a line. */
  #at = -1
  /** Where a string that ends there is over; -1 if the line ends first. */
  #end = -1

  constructor(text: string) {
    this.#text = text
  }

  /** Without an end on its line only the introducer goes: nothing a person should read is swallowed. */
  endFrom(from: number): number {
    if (this.#at < from) this.#look(from)
    return this.#end === -1 ? from : this.#end
  }

  /** The same for one that only a bell ends, or ESC and its second character. */
  bellFrom(from: number): number {
    const end = this.endFrom(from)
    return this.#text.charCodeAt(end - 1) === ST ? from : end
  }

  #look(from: number): void {
    const text = this.#text
    this.#end = -1
    for (this.#at = from; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at)
      if (!isControl(code) && code !== LF) continue
      if (isLineEnd(code)) return
      if (code === BEL || code === ST) this.#end = this.#at + 1
      else if (code === ESC && text[this.#at + 1] === '\\') this.#end = this.#at + 2
      if (this.#end !== -1) return
    }
  }
}
