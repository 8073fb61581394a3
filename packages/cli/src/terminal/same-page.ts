import { fstatSync } from 'node:fs'

/** Whether two outputs come out in one place: on one terminal, in one file, through one pipe. */
export function isSamePage(one: number = process.stdout.fd, other: number = process.stderr.fd): boolean {
  try {
    const [a, b] = [fstatSync(one), fstatSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    // One of them is closed.
    return false
  }
}
