import { readFileSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { SessionProcess } from '@signalbox/protocol'
import { procProbe } from '../process-probe.js'

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

/** The process that has a socket open, as far as this user may look, and when it was started. */
export async function processWith(inode: string): Promise<SessionProcess | undefined> {
  const pid = await pidWith(inode)
  if (pid === undefined) return undefined
  const started = (await procProbe([pid]))?.get(pid)
  return { pid, host: hostname(), ...(started === undefined ? {} : { started }) }
}

async function pidWith(inode: string): Promise<number | undefined> {
  const wanted = `socket:[${inode}]`
  for (const name of await namesIn('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const files = await namesIn(`/proc/${name}/fd`)
    const links = await Promise.all(files.map((file) => readlink(`/proc/${name}/fd/${file}`).catch(() => '')))
    if (links.includes(wanted)) return Number(name)
  }
  return undefined
}

/** Nothing where we may not look. */
function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch(() => [])
}

function readTable(): string {
  try {
    return readFileSync(TABLE, 'utf8')
  } catch {
    return ''
  }
}
