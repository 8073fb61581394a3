/** How the terminal is told to draw: begin and end. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const

export type Colour = keyof typeof CODES
/** Puts text into a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string

/** For a terminal that wants colours, or for anything else. */
export function paintFor(coloured: boolean): Paint {
  if (!coloured) return (_colour, text) => text
  return (colour, text) => {
    const [begin, end] = CODES[colour]
    return text === '' ? '' : `\u001b[${begin}m${text}\u001b[${end}m`
  }
}

/** Colours only where a person looks, and only if they did not say that they want none (no-color.org). */
export function wantsColour(
  stream: { isTTY?: boolean },
  env: { NO_COLOR?: string | undefined; TERM?: string | undefined },
): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}
