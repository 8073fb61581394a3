import { SignalboxError } from '@signalbox/protocol'

/** Reads one parameter of a query string; undefined when it is not given. Throws what is wrong with it. */
export type ParameterReader<T> = (text: string | undefined, name: string) => T

/**
 * The parameters of a query string, each read by its reader. One that nobody reads is refused like a bad value: a
 * misspelt filter that is ignored gives a wrong answer in silence.
 */
export function readQuery<R extends Record<string, ParameterReader<unknown>>>(
  query: unknown,
  readers: R,
): { [K in keyof R]: ReturnType<R[K]> } {
  const given = query as Record<string, string | string[]>
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(readers, name)) throw badParameter(name, `unknown parameter ${name.slice(0, 100)}`)
    if (Array.isArray(given[name])) throw badParameter(name, `${name} is given more than once`)
  }
  const read = Object.entries(readers).map(([name, reader]) => [
    name,
    reader(given[name] as string | undefined, name),
  ])
  return Object.fromEntries(read)
}

/** A whole number within bounds. */
export function integer(min: number, max: number): ParameterReader<number | undefined> {
  return (text, name) => {
    if (text === undefined) return undefined
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw badParameter(name, `${name} must be a whole number from ${min} to ${max}`)
  }
}

/** `true` or `false`; not given is false. */
export const flag: ParameterReader<boolean> = (text = 'false', name) => {
  if (text === 'true' || text === 'false') return text === 'true'
  throw badParameter(name, `${name} must be true or false`)
}

/** One of these words. */
export function word<T extends string>(words: readonly T[]): ParameterReader<T | undefined> {
  return (text, name) => {
    if (text === undefined) return undefined
    const known = words.find((one) => one === text)
    if (known !== undefined) return known
    throw badParameter(name, `${name} must be one of ${words.join(', ')}`)
  }
}

/** Any text but an empty one. */
export const text: ParameterReader<string | undefined> = (given, name) => {
  if (given !== '') return given
  throw badParameter(name, `${name} must not be empty`)
}

export function badParameter(name: string, message: string): SignalboxError {
  return new SignalboxError('invalidMessage', message, { field: name.slice(0, 100) })
}
