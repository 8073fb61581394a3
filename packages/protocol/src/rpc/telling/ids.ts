import { uuidTime } from '../../uuidv7.js'

/** The last moment whose year has four digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A session under the name this contract has for it. */
export function threadId(sessionId: string): string {
  return `thread_${sessionId}`
}

/** The time in an id that is a uuidv7; undefined where there is none that could be said. */
export function timeIn(id: string): number | undefined {
  const ms = uuidTime(id)
  return ms !== undefined && ms <= LATEST ? ms : undefined
}

/** UTC with milliseconds; a number that is no time of ours is as near to it as can be. */
export function isoTime(ms: number): string {
  const told = Number.isNaN(ms) ? 0 : Math.min(Math.max(Math.trunc(ms), 0), LATEST)
  return new Date(told).toISOString()
}

/**
 * A uuidv7 that follows from what it is the id of, so that everyone who tells the same thing gives it the same id: live,
 * in a replay, after a restart.
 */
export function derivedUuid(ms: number, of: string): string {
  const time = Math.min(Math.max(Math.trunc(ms) || 0, 0), LATEST)
    .toString(16)
    .padStart(12, '0')
  const [a, b, c] = hash(of)
  const variant = (0x8000 | (a & 0x3fff)).toString(16)
  const version = (0x7000 | ((a >>> 14) & 0xfff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${hex(b)}${hex(c).slice(0, 4)}`
}

/** Three lanes of FNV, each with a seed and a factor of its own, then mixed with one another as murmur does. */
function hash(text: string): [number, number, number] {
  let [a, b, c] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x5bd1e995)
    c = Math.imul(c ^ unit, 0xcc9e2d51)
    // Without it the high bits of a unit would stay in the high bits of the lane.
    b ^= b >>> 15
    c ^= c >>> 13
  }
  a = mixed(a ^ (c >>> 3))
  b = mixed(b ^ a)
  c = mixed(c ^ b)
  return [mixed(a ^ c) >>> 0, b >>> 0, c >>> 0]
}

function mixed(lane: number): number {
  let mixing = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b)
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35)
  return mixing ^ (mixing >>> 16)
}

function hex(lane: number): string {
  return lane.toString(16).padStart(8, '0')
}
