/** @typedef {import('./trace.mjs').Call} Call */

const READS = new Set(['read', 'readv', 'recvfrom', 'recvmsg'])
const WRITES = new Set(['write', 'writev', 'pwrite64', 'pwritev', 'sendto', 'sendmsg'])
const SYNCS = new Set(['fsync', 'fdatasync'])
const POST = /^[^"]*"POST /
const ACCEPTED = /"HTTP\/1\.1 2\d\d /

/**
 * Holds every accepted POST of a trace against the rule: after the request was read, the WAL is written, then synced,
 * and only then the answer goes out. Requests must come one at a time, so that no write can stand for another's.
 * @param {Call[]} calls
 * @returns {{answers: number, faults: string[]}}
 */
export function proveFsync(calls) {
  /** @type {Map<string, number>} the line after which each connection's request was in */
  const asked = new Map()
  /** @type {string[]} */
  const faults = []
  let answers = 0
  for (const call of calls) {
    if (!call.file.startsWith('socket:') && !call.file.startsWith('TCP')) continue
    if (READS.has(call.name) && POST.test(call.text)) asked.set(call.file, call.ended)
    const since = asked.get(call.file)
    if (since === undefined || !WRITES.has(call.name) || !ACCEPTED.test(call.text)) continue
    asked.delete(call.file)
    answers += 1
    const fault = missing(calls, since, call.begun)
    if (fault !== undefined) faults.push(`line ${call.begun + 1}: answered ${fault}`)
  }
  return { answers, faults }
}

/** What is missing between a request and its answer. @param {Call[]} calls @param {number} since @param {number} until */
function missing(calls, since, until) {
  const within = calls.filter(
    (call) => call.begun > since && call.ended < until && call.file.endsWith('-wal'),
  )
  const written = within.findLast((call) => WRITES.has(call.name) && call.result > 0)
  if (written === undefined) return 'without a write to the WAL'
  const synced = within.some(
    (call) => SYNCS.has(call.name) && call.result === 0 && call.begun > written.ended,
  )
  return synced ? undefined : 'without an fsync of the WAL after its write'
}
