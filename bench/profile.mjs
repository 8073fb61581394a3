import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Where the threads of a gateway spent their time, from the files `node --cpu-prof` left behind: one block a thread, the
 * functions with the most time of their own first.
 * @param {string} directory @param {number} [most] functions of each thread
 */
export function profileSummary(directory, most = 15) {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.cpuprofile'))
    .sort()
    .map((file) => threadSummary(JSON.parse(readFileSync(join(directory, file), 'utf8')), most))
    .join('\n\n')
}

/**
 * @typedef {{id: number, callFrame: {functionName: string, url: string, lineNumber: number}}} ProfileNode
 * @param {{nodes: ProfileNode[], samples: number[], timeDeltas: number[]}} profile @param {number} most
 */
export function threadSummary({ nodes, samples, timeDeltas }, most) {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]))
  /** @type {Map<string, number>} */
  const times = new Map()
  samples.forEach((id, index) => {
    const name = names.get(id) ?? ''
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  })
  const idle = times.get('(idle)') ?? 0
  times.delete('(idle)')
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0)
  const lines = [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(5)} %  ${name}`)
  return [`busy ${seconds(busy)} s, idle ${seconds(idle)} s`, ...lines].join('\n')
}

/** @param {ProfileNode} node */
function nameOf({ callFrame: { functionName, url, lineNumber } }) {
  const name = functionName === '' ? '(anonymous)' : functionName
  if (url === '') return name
  return `${name}  ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`
}

/** @param {number} micros */
function seconds(micros) {
  return (micros / 1e6).toFixed(1)
}
