/** As every place has it where tests run. */
declare const performance: { now(): number }

const PARTS = 32
/** Between 1, where time grows with the length, and 32, where it grows with the square of it. */
export const LINEAR = 10
const SEARCH_MS = 5_000

/**
 * How many times as long one text takes as 32 of a 32nd of its length, at best: the work is the same, and what else the
 * machine does meanwhile makes both longer. So it is tried again for a while before it is said to be more than `LINEAR`.
 */
export function growthOf(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  length: number,
): number {
  const [short, long] = [textOf(length / PARTS), textOf(length)]
  const begun = performance.now()
  let least = Number.POSITIVE_INFINITY
  do {
    const parts = timeOf(() => {
      for (let part = 0; part < PARTS; part += 1) work(short)
    })
    least = Math.min(least, timeOf(() => work(long)) / parts)
  } while (least >= LINEAR && performance.now() - begun < SEARCH_MS)
  return least
}

function timeOf(work: () => unknown): number {
  const begun = performance.now()
  work()
  // Nothing can be divided by a clock that stood still.
  return Math.max(performance.now() - begun, 0.001)
}
