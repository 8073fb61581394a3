import { cpus, release, totalmem } from 'node:os'
import { plot } from './plot.mjs'
import { markdownTable } from './table.mjs'

/**
 * @typedef {import('./run-rows.mjs').Entry} Entry
 * @typedef {{date: string, machine: string, entries: Entry[]}} Results
 */

const BEGIN = '<!-- results: written by npm run bench -- --write-docs -->'
const END = '<!-- end of results -->'

/** @param {Entry[]} entries @param {Date} now @returns {Results} */
export function resultsOf(entries, now) {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, Linux ${release().split('-')[0]}, Node ${process.versions.node}`
  return { date: now.toISOString().slice(0, 10), machine, entries }
}

/** Puts the results between the two marks of a document. @param {string} text @param {Results} results */
export function withResults(text, { date, machine, entries }) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`the document has no "${BEGIN}" before "${END}"`)
  const kept = entries.filter(({ ok }) => ok).length
  const head = `${date}, ${machine}: ${kept} of ${entries.length} goals kept.`
  return `${text.slice(0, begin)}${BEGIN}\n\n${head}\n\n${markdownTable(entries)}\n\n${text.slice(end)}`
}

/** @param {Results} results */
export function pictureOf({ date, machine, entries }) {
  return plot(entries, `${date}, ${machine}`)
}
