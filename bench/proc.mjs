import { readFileSync, writeFileSync } from 'node:fs'

const TICK_US = 10_000 // USER_HZ is 100 on every Linux that Node runs on

/** CPU time a process has used, all threads, in µs. @param {number} pid */
export function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain anything; fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

/** Memory of a process in MiB: now, and at its highest. @param {number} pid */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { rss: mib('VmRSS'), peak: mib('VmHWM') }
}

/** From here on the highest memory counts anew. @param {number} pid */
export function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
