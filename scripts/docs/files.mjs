import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The names of the files that are missing or say something else than they should.
 * @param {string} folder
 * @param {Record<string, () => string>} documents what each file should say
 */
export function staleFiles(folder, documents) {
  return Object.entries(documents)
    .filter(([name, text]) => read(join(folder, name)) !== text())
    .map(([name]) => name)
}

/**
 * Writes the stale ones, and only those.
 * @param {string} folder
 * @param {Record<string, () => string>} documents
 */
export function writeFiles(folder, documents) {
  const stale = staleFiles(folder, documents)
  mkdirSync(folder, { recursive: true })
  for (const name of stale) writeFileSync(join(folder, name), documents[name]())
  return stale
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
