import { Failure } from './failure.js'
import { mismatch, show } from './match.js'
import type { Frame } from './witness.js'

/** Fails unless frames that fit come one after the other, whatever comes between; gives those that did. */
export function expectInOrder(what: string, frames: readonly Frame[], expected: readonly object[]): Frame[] {
  let from = 0
  return expected.map((wanted) => {
    const index = frames.findIndex((frame, at) => at >= from && mismatch(frame, wanted) === undefined)
    const found = frames[index]
    if (!found) {
      const rest = frames.slice(from)
      throw new Failure(
        `${what}: no ${show(wanted)} among ${show(rest.map(({ type }) => type))}: ${show(rest)}`,
      )
    }
    from = index + 1
    return found
  })
}

/** Fails unless there is no frame that fits. */
export function expectNone(what: string, frames: readonly Frame[], unwanted: object): void {
  const found = frames.find((frame) => mismatch(frame, unwanted) === undefined)
  if (found) throw new Failure(`${what}: there is ${show(found)}`)
}

/** Fails unless events are numbered one after the other from a number on. */
export function expectNumbered(what: string, events: readonly Frame[], first: number): void {
  const wrong = events.findIndex(({ seq }, index) => seq !== first + index)
  if (wrong < 0) return
  throw new Failure(`${what}: event ${wrong} should have seq ${first + wrong}, is ${show(events[wrong])}`)
}
