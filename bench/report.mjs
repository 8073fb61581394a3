/** @typedef {import('./measure.mjs').IngestResult} IngestResult */

const COLUMNS = /** @type {const} */ ([
  ['eventsPerSecond', 'events/s', 0],
  ['deliveriesPerSecond', 'deliveries/s', 0],
  ['ackP50', 'ack p50 ms', 1],
  ['ackP99', 'ack p99 ms', 1],
  ['deliveryP50', 'delivery p50 ms', 1],
  ['deliveryP99', 'delivery p99 ms', 1],
  ['cpuPerEvent', 'CPU µs/event', 0],
  ['serverCpu', 'server cores', 2],
  ['loadCpu', 'load cores', 2],
  ['rss', 'RSS MiB', 0],
  ['peak', 'peak MiB', 0],
])

/** @param {number[]} figures */
export function median(figures) {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

/** The median of every figure over several runs. @param {IngestResult[]} results */
export function medians(results) {
  const entries = COLUMNS.map(([key]) => [key, median(results.map((result) => result[key]))])
  return /** @type {IngestResult} */ (Object.fromEntries(entries))
}

/** @param {Record<string, IngestResult>} rows */
export function table(rows) {
  const lines = [['', ...COLUMNS.map(([, title]) => title)]]
  for (const [name, result] of Object.entries(rows)) {
    lines.push([name, ...COLUMNS.map(([key, , places]) => result[key].toFixed(places))])
  }
  const widths = lines[0]?.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0))) ?? []
  return lines
    .map((line) => line.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  '))
    .join('\n')
}
