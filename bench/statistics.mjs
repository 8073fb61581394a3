/** One figure of the gateway and one of its baseline, taken one right after the other. @typedef {{value: number, baseline: number}} Pair */

/** @param {readonly number[]} figures */
export function median(figures) {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * The pair whose ratio is the median of all: the two runs of a pair share their noise, so pairs are compared, not the
 * medians of each side. Of an even number it is the lower of the two in the middle.
 * @param {readonly Pair[]} pairs
 */
export function middlePair(pairs) {
  const sorted = pairs.toSorted((a, b) => ratioOf(a) - ratioOf(b))
  const middle = sorted[(sorted.length - 1) >> 1]
  if (middle === undefined) throw new Error('there is no pair to take the middle of')
  return middle
}

/** @param {Pair} pair */
export function ratioOf({ value, baseline }) {
  return value / baseline
}
