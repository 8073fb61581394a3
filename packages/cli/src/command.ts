import type { ParseArgsConfig } from 'node:util'

export type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | undefined>

/** The words a command takes beside its flags, and how many of them it needs. */
export interface Words {
  names: readonly string[]
  least: number
  /** The last one may come any number of times. */
  more?: true
}

/** One subcommand: what it is called with, what it says about itself, what it does. */
export interface Command {
  summary: string
  usage: string
  /** What `--help` says beside that. */
  details?: string
  options: Options
  words?: Words
  /** Nothing that still hangs is waited for once it has run: what it does has a time limit. */
  isOver?: true
  /** `begunAt` is when the process began, on the clock of `performance`. */
  run(values: Values, words: string[], begunAt?: number): Promise<void>
}

/** The text of a flag, if it was given. */
export function text(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}
