/** Where in a command a word stands that does something which is hard to take back. */
export interface Danger {
  from: number
  to: number
  /** What it does, as the title of the mark. */
  why: string
}

/** The dangerous words of a shell command, in their order; they never overlap. */
export function dangersIn(_command: string): Danger[] {
  return []
}
