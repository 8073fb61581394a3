import { describe, expect, it } from 'vitest'
import { atLeast, atMost, holds, reaches, within, withinOver } from './goals.mjs'

/** @param {number} value @param {number | null} [baseline] */
const measured = (value, baseline = null) => ({
  value,
  baseline,
  ratio: baseline === null ? null : value / baseline,
})

describe('a goal', () => {
  it.each([
    ['>= 0.6 of the baseline', atLeast(0.6), measured(60, 100), true],
    ['>= 0.6 of the baseline', atLeast(0.6), measured(59, 100), false],
    ['>= 5 of the baseline', atLeast(5), measured(500), false],
    ['<= 1.7 times the baseline', atMost(1.7), measured(170, 100), true],
    ['<= 1.7 times the baseline', atMost(1.7), measured(171, 100), false],
    ['<= 1.7 times the baseline', atMost(1.7), measured(1), false],
    ['<= 200 MiB', within(200, 'MiB'), measured(200), true],
    ['<= 200 MiB', within(200, 'MiB'), measured(0), true],
    ['<= 200 MiB', within(200, 'MiB'), measured(200.1), false],
    ['>= 20 MB/s', reaches(20, 'MB/s'), measured(20), true],
    ['>= 20 MB/s', reaches(20, 'MB/s'), measured(19.9), false],
    ['<= 500 ms over the baseline', withinOver(500, 'ms'), measured(540, 40), true],
    ['<= 500 ms over the baseline', withinOver(500, 'ms'), measured(541, 40), false],
    ['<= 500 ms over the baseline', withinOver(500, 'ms'), measured(30, 40), true],
    ['<= 500 ms over the baseline', withinOver(500, 'ms'), measured(30), false],
  ])('%s', (text, goal, figures, expected) => {
    expect(goal.text).toBe(text)
    expect(holds(goal, figures)).toBe(expected)
  })

  it.each([atLeast(0.6), atMost(2), within(5, 'ms'), reaches(5, 'MB/s'), withinOver(5, 'ms')])(
    'is missed by no number',
    (goal) => {
      expect(holds(goal, measured(Number.NaN, Number.NaN))).toBe(false)
    },
  )
})
