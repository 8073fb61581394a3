import { oneLine } from './plain-text.js'

/** What somebody else said, on one line and with one full stop. */
export function sentence(said: string): string {
  const text = oneLine(said)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
