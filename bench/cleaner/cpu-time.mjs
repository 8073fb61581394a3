/** CPU a sample uses at least, in µs: less is more noise than measure. */
const LEAST_US = 5_000
const MOST_REPEATS = 1_000

/**
 * How long something that runs at once takes, in µs of this process's CPU: who else wants the machine does not count. Given
 * is a function that takes one sample, of as many runs as make up some milliseconds. The first runs, in which the code is
 * compiled, are no sample: a gateway runs for days.
 * @param {() => unknown} work
 * @param {number} warmUpUs How much CPU they get.
 */
export function sampler(work, warmUpUs = LEAST_US) {
  let spent = sample(work, 1)
  let last = spent
  while (spent < Math.max(warmUpUs, LEAST_US)) {
    last = sample(work, 1)
    spent += last
  }
  const repeats = Math.min(MOST_REPEATS, Math.ceil(LEAST_US / last))
  return () => sample(work, repeats)
}

/** @param {() => unknown} work @param {number} repeats */
function sample(work, repeats) {
  const before = process.cpuUsage()
  for (let n = 0; n < repeats; n += 1) work()
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, user + system) / repeats
}
