import { UsageError } from '@signalbox/server/config'
import { text, type Values } from './command.js'

/** The value of a flag that takes one of a few words. */
export function choice<T extends string>(values: Values, name: string, words: readonly T[]): T | undefined {
  const given = text(values, name)
  if (given === undefined) return undefined
  const word = words.find((known) => known === given)
  if (word === undefined) throw new UsageError(`--${name} is one of ${words.join(', ')}, not "${given}".`)
  return word
}
