/**
 * Runs the gateway and its baseline in turns. Whoever comes second finds a warmer machine, so they take turns at that
 * too.
 * @template G, B
 * @param {number} pairs @param {{gateway: () => Promise<G>, baseline: () => Promise<B>}} sides
 * @returns {Promise<{gateway: G, baseline: B}[]>}
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
