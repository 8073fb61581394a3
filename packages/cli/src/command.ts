import type { ParseArgsConfig } from 'node:util'

export type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | undefined>

/** One subcommand: what it is called with, what it says about itself, what it does. */
export interface Command {
  summary: string
  usage: string
  options: Options
  run(values: Values, positionals: string[]): Promise<void>
}

/** The text of a flag, if it was given. */
export function text(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}
