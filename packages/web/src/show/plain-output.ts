import { proseText } from './prose-text.js'

/** More lines than are in sight before the emulator is there. */
const LINES = 200
const LOOKED_AT = 60_000

/** The end of what a command printed, as plain lines: of a line that was written over, what was left standing. */
export function plainOutput(text: string): string {
  const lines = text.slice(-LOOKED_AT).replaceAll('\r\n', '\n').split('\n').slice(-LINES)
  const written = lines.map((line) => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
  return proseText(written.join('\n')).trimEnd()
}
