import { hash } from 'node:crypto'

/** A short name for a text, to tell by whether two are the same. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}
