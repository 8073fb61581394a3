import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesUnder } from './freshness.mjs'

const OUTPUT = /^(.*?)(?:\.js|\.js\.map|\.d\.ts|\.d\.ts\.map)$/

/**
 * The compiled files whose source is gone. Paths are relative to `dist` and `src`.
 * Anything the compiler does not write (assets, .tsbuildinfo) is never an orphan.
 * @param {string[]} outputs
 * @param {string[]} sources
 */
export function orphans(outputs, sources) {
  const stems = new Set(sources.map((path) => path.replace(/\.tsx?$/, '')))
  return outputs.filter((path) => {
    const stem = OUTPUT.exec(path)?.[1]
    return stem !== undefined && !stems.has(stem)
  })
}

/**
 * Deletes what a package's `dist` still holds of deleted sources: a deleted test must not keep running.
 * @param {string} packageDir
 */
export function prune(packageDir) {
  const dist = join(packageDir, 'dist')
  const gone = orphans(filesUnder(dist), filesUnder(join(packageDir, 'src')))
  for (const path of gone) rmSync(join(dist, path))
  for (const path of gone) removeEmpty(dist, dirname(path))
  return gone.length
}

/** @param {string} root @param {string} folder */
function removeEmpty(root, folder) {
  for (let at = folder; at !== '.'; at = dirname(at)) {
    try {
      if (readdirSync(join(root, at)).length > 0) return
      rmdirSync(join(root, at))
    } catch {
      return
    }
  }
}
