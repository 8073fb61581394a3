/**
 * Runs the gateway and its baseline in turns. Whoever comes second finds a warmer machine, so they take turns at that
 * too.
 * @template T
 * @param {number} pairs @param {{gateway: () => Promise<T>, baseline: () => Promise<T>}} sides
 * @returns {Promise<{gateway: T, baseline: T}[]>}
 */
export async function interleave(pairs, sides) {
  const results = []
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const gateway = await sides.gateway()
      results.push({ gateway, baseline: await sides.baseline() })
    } else {
      const baseline = await sides.baseline()
      results.push({ gateway: await sides.gateway(), baseline })
    }
  }
  return results
}
