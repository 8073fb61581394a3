const BUCKETS_PER_OCTAVE = 32
const OCTAVES = 32

/** Durations in µs, kept in buckets about 2 % wide: constant memory, and mergeable over processes. */
export class Histogram {
  /** @type {number[]} */
  counts
  total = 0

  /** @param {number[]} [counts] of another histogram */
  constructor(counts) {
    this.counts = counts ?? new Array(BUCKETS_PER_OCTAVE * OCTAVES).fill(0)
    for (const count of this.counts) this.total += count
  }

  /** @param {number} micros */
  record(micros) {
    const bucket = Math.floor(Math.log2(Math.max(1, micros)) * BUCKETS_PER_OCTAVE)
    const index = Math.min(bucket, this.counts.length - 1)
    this.counts[index] = (this.counts[index] ?? 0) + 1
    this.total += 1
  }

  /** The duration that `share` of all stay within, in µs; 0 when there is none. @param {number} share */
  quantile(share) {
    let below = Math.max(1, Math.ceil(this.total * share))
    for (let index = 0; index < this.counts.length && this.total > 0; index += 1) {
      below -= this.counts[index] ?? 0
      if (below <= 0) return 2 ** ((index + 0.5) / BUCKETS_PER_OCTAVE)
    }
    return 0
  }
}

/** Microseconds of the machine's monotonic clock: the same in every process. */
export function micros() {
  const [seconds, nanos] = process.hrtime()
  return seconds * 1e6 + Math.floor(nanos / 1000)
}
