import { mismatch, show } from './match.js'

/** A requirement is broken: what was expected and what came instead. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** Fails unless a value is what was expected (see `mismatch`). */
export function expectMatch(what: string, actual: unknown, expected: unknown): void {
  const fault = mismatch(actual, expected)
  if (fault !== undefined) throw new Failure(`${what}: ${fault}`)
}

/** Fails unless two values are the same JSON, member order included; of two lists the first place that differs is told. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const longer = actual.length > expected.length ? actual : expected
    const at = longer.findIndex((_, n) => JSON.stringify(actual[n]) !== JSON.stringify(expected[n]))
    throw new Failure(`${what}: item ${at} should be ${show(expected[at])}, is ${show(actual[at])}`)
  }
  throw new Failure(`${what}: should be ${show(expected)}, is ${show(actual)}`)
}

export function expectThat(what: string, holds: boolean): void {
  if (!holds) throw new Failure(what)
}

/** A promise that is awaited later: should it fail before that, nobody is alarmed. */
export function held<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
