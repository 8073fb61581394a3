import { spawnSync } from 'node:child_process'

/**
 * A test whose program is missing says so.
 * @param {...string} programs
 */
export function need(...programs) {
  for (const program of programs) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
      throw new Error(`This test needs ${program}, which is not installed.`)
  }
}
