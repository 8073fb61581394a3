import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pictureOf, withResults } from './document.mjs'

const at = (/** @type {string} */ file) => fileURLToPath(new URL(`../docs/${file}`, import.meta.url))
const DOCUMENT = at('performance.md')
const PICTURE = at('performance.svg')
const RESULTS = at('performance.json')

/** Writes results down: the figures, the table of the document and its picture. @param {import('./document.mjs').Results} results */
export function writeDocs(results) {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(PICTURE, pictureOf(results))
  writeFileSync(DOCUMENT, withResults(readFileSync(DOCUMENT, 'utf8'), results))
}

// By itself: the table and the picture again, from the figures of the last time.
if (process.argv[1] === fileURLToPath(import.meta.url)) writeDocs(JSON.parse(readFileSync(RESULTS, 'utf8')))
