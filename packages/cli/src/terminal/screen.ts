import { type Paint, paintFor, wantsColour } from './paint.js'

/** Where a command prints. */
export interface Screen {
  print(text: string): void
  paint: Paint
  /** Columns of the terminal; without end where there is none. */
  width(): number
  /** Whether a person looks at it. */
  isTerminal: boolean
}

/** Of a terminal that does not say. */
const USUAL_WIDTH = 80

/** The screen of an output stream. */
export function screenOf(
  stream: { write(text: string): unknown; isTTY?: boolean; columns?: number },
  env: Record<string, string | undefined> = process.env,
): Screen {
  return {
    print: (text) => void stream.write(text),
    paint: paintFor(wantsColour(stream, env)),
    width: () => stream.columns || (stream.isTTY ? USUAL_WIDTH : Number.POSITIVE_INFINITY),
    isTerminal: stream.isTTY === true,
  }
}
