import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { SessionProcess } from '@signalbox/protocol'

const TABLE = '/proc/net/unix'
const LISTENS = '00010000'
const CONNECTED = '03'

/** What the kernel says of a unix socket. */
export interface UnixListener {
  inode: string
  /** How many clients are connected to it. */
  clients: number
}

/** Who listens at a path, by the table of this kernel; undefined where there is no such table or no such socket. */
export function unixListener(path: string, table = readTable()): UnixListener | undefined {
  let inode: string | undefined
  let clients = 0
  for (const line of table.split('\n')) {
    if (!line.endsWith(path)) continue
    const [, , , flags, , state, number, ...rest] = line.trim().split(/\s+/)
    if (rest.join(' ') !== path) continue
    if (flags === LISTENS) inode = number
    else if (state === CONNECTED) clients += 1
  }
  return inode === undefined ? undefined : { inode, clients }
}

/** How many clients are connected to the socket at a path; undefined where this system does not tell. */
export function clientsAt(path: string): number | undefined {
  const table = readTable()
  return table === '' ? undefined : (unixListener(path, table)?.clients ?? 0)
}

/** The process that has a socket open, as far as this user may look: its number and when it was started. */
export function processWith(inode: string): SessionProcess | undefined {
  const wanted = `socket:[${inode}]`
  for (const name of namesIn('/proc')) {
    if (!/^\d+$/.test(name)) continue
    for (const file of namesIn(`/proc/${name}/fd`)) {
      if (linkAt(`/proc/${name}/fd/${file}`) !== wanted) continue
      const started = startOf(name)
      return { pid: Number(name), host: hostname(), ...(started === undefined ? {} : { started }) }
    }
  }
  return undefined
}

function readTable(): string {
  try {
    return readFileSync(TABLE, 'utf8')
  } catch {
    return ''
  }
}

/** Field 22 of stat; the name before it may hold blanks and brackets. */
function startOf(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
