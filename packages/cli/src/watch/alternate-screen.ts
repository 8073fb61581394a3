import { writeSync } from 'node:fs'

/** A second screen without a cursor, and without wrapping: a character wider than we think must not move the rest. */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l'
const LEAVE = '\u001b[?7h\u001b[?1049l\u001b[?25h'

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** Takes the screen of a terminal; the result gives it back as it was, whatever happens, once. */
export function takeScreen(
  stop: (exitCode: number) => void,
  write: (text: string) => void = (text) => void writeSync(process.stdout.fd, text),
): () => void {
  let isTaken = true
  const giveBack = () => {
    if (!isTaken) return
    isTaken = false
    process.off('exit', giveBack)
    for (const [signal, handler] of handlers) process.off(signal, handler)
    try {
      write(LEAVE)
    } catch {
      // The terminal itself is gone.
    }
  }
  const handlers = Object.entries(SIGNALS).map(
    ([signal, number]) => [signal, () => stop(128 + number)] as const,
  )
  for (const [signal, handler] of handlers) process.on(signal, handler)
  // An error nobody caught comes by here before it is printed.
  process.on('exit', giveBack)
  write(ENTER)
  return giveBack
}
