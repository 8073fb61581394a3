/**
 * What a measure is held against. Absolute targets are printed beside it and decide nothing.
 * @typedef {{value: number, baseline: number | null, ratio: number | null}} Measured
 * @typedef {object} Goal
 * @property {string} text
 * @property {(measured: Measured) => number} reserve how many times better than needed; below 1 the goal is missed
 */

/** @type {(share: number) => Goal} */
export const atLeast = (share) => ({
  text: `>= ${share} of the baseline`,
  reserve: ({ ratio }) => (ratio ?? 0) / share,
})

/** @type {(times: number) => Goal} */
export const atMost = (times) => ({
  text: `<= ${times} times the baseline`,
  reserve: ({ ratio }) => times / (ratio ?? Number.POSITIVE_INFINITY),
})

/** @type {(limit: number, unit: string) => Goal} */
export const within = (limit, unit) => ({
  text: `<= ${limit} ${unit}`,
  reserve: ({ value }) => limit / Math.max(value, Number.MIN_VALUE),
})

/** @type {(least: number, unit: string) => Goal} */
export const reaches = (least, unit) => ({
  text: `>= ${least} ${unit}`,
  reserve: ({ value }) => value / least,
})

/** @type {(limit: number, unit: string) => Goal} */
export const withinOver = (limit, unit) => ({
  text: `<= ${limit} ${unit} over the baseline`,
  reserve: ({ value, baseline }) =>
    limit / Math.max(value - (baseline ?? Number.NEGATIVE_INFINITY), Number.MIN_VALUE),
})

/** A measure that has no number misses every goal. @param {Goal} goal @param {Measured} measured */
export function holds(goal, measured) {
  return goal.reserve(measured) >= 1
}
