import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionMeta } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { HttpRefusal } from '../gateway/call.js'
import type { Check } from './check.js'
import { outdatedClients, spooledEvents } from './client-files.js'
import { shellWord } from './hook-command.js'
import { hookTokenPath, readHookToken } from './hook-token.js'

/** How the sentence ends that says nobody answers. */
const START_ONE = / Start one with: signalbox up$/

/** What a gateway says of itself: its sessions, and whether it starts no turns. */
export interface Answered {
  sessions: SessionMeta[]
  paused?: boolean
}

/** What asking the gateway gave, or why there was no answer. */
export type Asked = Answered | { problem: string }

/** Asks the gateway; every refusal is a sentence. */
export async function askGateway(ask: () => Promise<Answered>): Promise<Asked> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UsageError || error instanceof HttpRefusal) return { problem: error.message }
    throw error
  }
}

/** Whether it is up, lets us in, and is where the hooks look for it. */
export function checkGateway(
  asked: Asked,
  origin: string | undefined,
  hooksGoTo: string | undefined,
): Check[] {
  const name = 'gateway'
  if ('problem' in asked) {
    // What to type has a line of its own; other problems say themselves what to do.
    const says = asked.problem.replace(START_ONE, '')
    return [{ name, lamp: 'wrong', says, ...(says === asked.problem ? {} : { type: 'signalbox up' }) }]
  }
  const up: Check[] = [{ name, lamp: 'ok', says: `answers at ${origin}` }]
  if (asked.paused)
    up.push({ name: 'pause', lamp: 'note', says: 'paused: no new turns start', type: 'signalbox resume' })
  if (hooksGoTo === undefined)
    return [
      ...up,
      { name: 'address', lamp: 'wrong', says: 'hooks do not know where it is', type: 'signalbox up' },
    ]
  if (hooksGoTo !== origin)
    return [
      ...up,
      { name: 'address', lamp: 'wrong', says: `hooks look for it at ${hooksGoTo}`, type: 'signalbox up' },
    ]
  return up
}

/** What programs and hooks need in the data directory. */
export function checkDataDir(dataDir: string): Check[] {
  return [checkHookToken(dataDir), checkClients(dataDir), checkSpool(dataDir)]
}

/** The token of the person who runs the gateway. */
export function checkToken(dataDir: string): Check {
  const name = 'token'
  const path = join(dataDir, 'token')
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return { name, lamp: 'wrong', says: `there is no ${path}`, type: 'signalbox up' }
  try {
    accessSync(path, constants.R_OK)
  } catch {
    return {
      name,
      lamp: 'wrong',
      says: `this user cannot read ${path}`,
      type: `sudo chown "$USER" ${shellWord(path)}`,
    }
  }
  if ((mode & 0o077) !== 0)
    return { name, lamp: 'wrong', says: `others can read ${path}`, type: `chmod 600 ${shellWord(path)}` }
  return { name, lamp: 'ok', says: path }
}

function checkHookToken(dataDir: string): Check {
  const name = 'hook token'
  const path = hookTokenPath(dataDir)
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return { name, lamp: 'wrong', says: `there is no ${path}`, type: 'signalbox setup' }
  if (readHookToken(dataDir) === undefined)
    return {
      name,
      lamp: 'wrong',
      says: `${path} holds no token`,
      type: `rm ${shellWord(path)} && signalbox setup`,
    }
  if ((mode & 0o077) !== 0)
    return { name, lamp: 'wrong', says: `others can read ${path}`, type: `chmod 600 ${shellWord(path)}` }
  return { name, lamp: 'ok', says: path }
}

function checkClients(dataDir: string): Check {
  const name = 'hook client'
  const outdated = outdatedClients(dataDir)
  const directory = join(dataDir, 'bin')
  if (outdated.length === 0) return { name, lamp: 'ok', says: join(directory, 'signalbox-hook') }
  const says = `${outdated.join(' and ')} in ${directory} is missing or of another version`
  return { name, lamp: 'wrong', says, type: 'signalbox setup' }
}

function checkSpool(dataDir: string): Check {
  const name = 'spool'
  const { waiting, bad } = spooledEvents(dataDir)
  if (bad > 0)
    return { name, lamp: 'note', says: `${events(bad)} unreadable, kept in ${join(dataDir, 'spool', 'bad')}` }
  if (waiting > 0) return { name, lamp: 'note', says: `${events(waiting)} waiting for the gateway` }
  return { name, lamp: 'ok', says: 'nothing waits' }
}

function events(count: number): string {
  return count === 1 ? '1 event' : `${count} events`
}
