import { hash } from 'node:crypto'

/** A short name for texts, to tell by whether two are the same. */
export function digest(text: string | readonly string[]): string {
  // As JSON, which writes half characters in their own way: otherwise any two of them would look the same.
  return hash('sha256', JSON.stringify(text), 'base64url').slice(0, 22)
}
