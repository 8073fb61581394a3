import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, fateOf } from '../../hook/signalbox-hook.mjs'
import { readFile } from '../settings.js'

/**
 * Where an event waits that a gateway did not take. That of the data directory takes what is in its spool by itself;
 * another one is on another machine perhaps, and gets its own with the next call that reaches it.
 */
export interface Waiting {
  directory: string
  isElsewhere: boolean
}

/** `own` is where the gateway of this machine is by its settings; it says so itself once it was started. */
export function waitingPlace(dataDir: string, origin: string, own: string): Waiting {
  const told = readFile(join(dataDir, 'gateway'))?.trim().replace(/\/$/, '')
  if ([own, told].some((one) => one !== undefined && sameMachine(one) === sameMachine(origin)))
    return { directory: join(dataDir, 'spool'), isElsewhere: false }
  return { directory: join(dataDir, 'waiting', encodeURIComponent(origin)), isElsewhere: true }
}

function sameMachine(origin: string): string {
  return origin.replace(/^(https?:\/\/)(localhost|\[::1\])(?=:|$)/, '$1127.0.0.1')
}

/**
 * Sends what waits for a gateway elsewhere, oldest first. Where the gateway takes no more, the rest goes on waiting, and its answer
 * is what this gives.
 */
export async function sendWaiting(
  directory: string,
  send: (sessionId: string, body: Buffer) => Promise<Answer>,
): Promise<Answer | undefined> {
  for (const name of waiting(directory)) {
    const path = join(directory, name)
    const bytes = readIfThere(path)
    if (bytes === undefined) continue
    const { sessionId, body } = read(bytes)
    const answer = await send(sessionId, body)
    const { status } = answer
    const fate = status === 204 ? 'taken' : fateOf(answer)
    if (fate === 'kept') return answer
    if (fate === 'taken') rmSync(path, { force: true })
    else putAside(directory, name)
  }
  return undefined
}

/** What another call sends at the same time it also takes away. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function putAside(directory: string, name: string): void {
  mkdirSync(join(directory, 'bad'), { recursive: true, mode: 0o700 })
  try {
    renameSync(join(directory, name), join(directory, 'bad', name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function waiting(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^\d.*\.event$/.test(name))
      .sort()
  } catch {
    return []
  }
}

/** The session and the envelope of a file that `notify` wrote. */
function read(bytes: Buffer): { sessionId: string; body: Buffer } {
  const end = bytes.indexOf('\n\n')
  const sessionId = /^notify: (.*)$/m.exec(bytes.toString('utf8', 0, Math.max(0, end)))?.[1] ?? ''
  return { sessionId, body: bytes.subarray(end + 2) }
}
