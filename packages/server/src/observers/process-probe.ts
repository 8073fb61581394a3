import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'

/** When each of these processes was started, as a text to compare; one that is gone is missing. Undefined: nobody knows. */
export type ProcessProbe = (pids: readonly number[]) => Promise<ReadonlyMap<number, string> | undefined>

/** So many are looked at in one go, so that others get their turn. */
const SLICE = 256
const PS_LIMIT_MS = 5_000
const run = promisify(execFile)

/** By /proc, which costs some ten microseconds a process. */
export const procProbe: ProcessProbe = async (pids) => {
  const started = new Map<number, string>()
  for (let from = 0; from < pids.length; from += SLICE) {
    if (from > 0) await setImmediate()
    for (const pid of pids.slice(from, from + SLICE)) {
      const ticks = startTicks(pid)
      if (ticks !== undefined) started.set(pid, ticks)
    }
  }
  return started
}

/** By one call of ps for all of them. */
export const psProbe: ProcessProbe = async (pids) => {
  if (pids.length === 0) return new Map()
  const args = ['-o', 'pid=,stat=,lstart=', '-p', pids.join(',')]
  const env = { ...process.env, LC_ALL: 'C' }
  const stdout = await run('ps', args, { env, timeout: PS_LIMIT_MS, maxBuffer: 16 << 20 }).then(
    (done) => done.stdout,
    // It exits 1 where none of them is there.
    (error: { code?: unknown; stdout?: unknown }) => (error.code === 1 ? String(error.stdout) : undefined),
  )
  return stdout === undefined ? undefined : psTable(stdout)
}

/** The way of this system. */
export function ownProbe(platform: NodeJS.Platform = process.platform): ProcessProbe {
  return platform === 'linux' ? procProbe : psProbe
}

/** Whether two such texts are the same, however ps puts its columns. */
export function sameStart(a: string, b: string): boolean {
  return a === b || squeezed(a) === squeezed(b)
}

/** The lines of `ps -o pid=,stat=,lstart=`. */
export function psTable(text: string): Map<number, string> {
  const started = new Map<number, string>()
  for (const line of text.split('\n')) {
    const [, pid, stat, start] = /^\s*(\d+)\s+(\S+)\s+(\S.*)$/.exec(line) ?? []
    if (pid && start && !stat?.startsWith('Z')) started.set(Number(pid), squeezed(start))
  }
  return started
}

/** Field 22 of /proc/PID/stat; undefined for one that is gone, or dead and only not yet asked for its exit code. */
function startTicks(pid: number): string | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The second field is a name in brackets, which may hold blanks and brackets: the fields after it begin at the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
