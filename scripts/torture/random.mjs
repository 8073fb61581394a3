/**
 * Random choices that a seed repeats (mulberry32). The choices repeat, the moments a machine makes of them do not.
 * @param {number} seed
 */
export function seededRandom(seed) {
  let state = seed >>> 0
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A whole number from `low` to `high`, both included. @param {number} low @param {number} high */
    between: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    /** True in `share` of the cases. @param {number} share */
    chance: (share) => unit() < share,
  }
}

/** @typedef {ReturnType<typeof seededRandom>} Random */
