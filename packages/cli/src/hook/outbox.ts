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
  isOutbox: boolean
}

export function waitingPlace(dataDir: string, origin: string, isNamed: boolean): Waiting {
  const own = readFile(join(dataDir, 'gateway'))?.trim().replace(/\/$/, '')
  if (!isNamed || origin === own) return { directory: join(dataDir, 'spool'), isOutbox: false }
  return { directory: join(dataDir, 'outbox', encodeURIComponent(origin)), isOutbox: true }
}

/**
 * Sends what waits in an outbox, oldest first. Where the gateway takes no more, the rest goes on waiting, and its answer
 * is what this gives.
 */
export async function sendWaiting(
  directory: string,
  send: (sessionId: string, body: Buffer) => Promise<Answer>,
): Promise<Answer | undefined> {
  for (const name of waiting(directory)) {
    const path = join(directory, name)
    const { sessionId, body } = read(readFileSync(path))
    const answer = await send(sessionId, body)
    const fate = fateOf(answer)
    if (fate === 'kept') return answer
    if (fate === 'taken') rmSync(path, { force: true })
    else {
      mkdirSync(join(directory, 'bad'), { recursive: true, mode: 0o700 })
      renameSync(path, join(directory, 'bad', name))
    }
  }
  return undefined
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
