import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Every file below a folder, relative to it; nothing when the folder is missing.
 * @param {string} root
 * @returns {string[]}
 */
export function filesUnder(root) {
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/**
 * The newest change below some files and folders, in ms; 0 when there is none.
 * @param {string[]} paths
 */
export function newest(paths) {
  let latest = 0
  for (const path of paths) {
    if (!existsSync(path)) continue
    const stat = statSync(path)
    const files = stat.isDirectory() ? filesUnder(path).map((name) => join(path, name)) : [path]
    for (const file of files) latest = Math.max(latest, statSync(file).mtimeMs)
  }
  return latest
}
