import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from './is-running.mjs'

/** The hooks of ours an agent waits for just now; it hears their answer when they end. @param {number} agent @returns {number[]} */
export function hooksOf(agent) {
  return childrenOf(agent).flatMap((pid) =>
    // A shell may be in between.
    wordsOf(pid).some((word) => word.endsWith('/signalbox-hook')) ? [pid] : hooksOf(pid),
  )
}

/** When the last of them has ended. @param {number[]} hooks @param {number} [ms] */
export async function endOf(hooks, ms = 10_000) {
  const limit = Date.now() + ms
  while (hooks.some(isRunning)) {
    if (Date.now() > limit) throw new Error(`a hook did not end within ${ms} ms`)
    await pause(1)
  }
  return Date.now()
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  return threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
}

/** @param {number} pid */
function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** @param {number} pid */
const wordsOf = (pid) => read(`/proc/${pid}/cmdline`).split('\0')

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
