import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Draft, Event, JsonObject } from '@signalbox/protocol'
import { onTestFinished } from 'vitest'
import type { Commit, Log } from './log.js'
import { type LogOptions, openLog } from './open-log.js'

const SERVER = new URL('../../', import.meta.url)
const changedAt = (path: string) => statSync(new URL(path, SERVER), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The threads as they are shipped start in half the time; only where they are as new as the compiled files. */
const isBundled =
  changedAt('bundle/writer-thread.js') >=
  Math.max(changedAt('dist/.tsbuildinfo'), changedAt('../protocol/dist/.tsbuildinfo'))
export const SHIPPED_THREADS = isBundled ? { threads: new URL('bundle/', SERVER).href } : {}

/** A directory that goes away with the test. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A real log on a real file, closed with the test; `published` collects what it published. */
export async function tempLog(
  options: Partial<LogOptions> = {},
): Promise<{ log: Log; dataDir: string; published: Event[] }> {
  const dataDir = options.dataDir ?? tempDir()
  const log = await openLog({ ...SHIPPED_THREADS, ...options, dataDir })
  const published: Event[] = []
  log.onPublish((events) => void published.push(...events))
  onTestFinished(() => log.close())
  return { log, dataDir, published }
}

/** What a kill -9 would leave of a running log: its files, copied as they are now. */
export function crashImage(dataDir: string): string {
  const image = tempDir()
  for (const file of ['events.db', 'events.db-wal', 'epoch']) {
    if (existsSync(join(dataDir, file))) copyFileSync(join(dataDir, file), join(image, file))
  }
  return image
}

const SOURCE = { agent: 'test', via: 'test' }

export function draft(type: Draft['type'], data: JsonObject = {}, more: Partial<Draft> = {}): Draft {
  return { type, source: SOURCE, data, ...more }
}

/** A commit by notify alias that makes its session when needed. */
export function ingest(name: string, drafts: Draft[], more: Partial<Commit> = {}): Commit {
  return {
    tenantId: 'local',
    session: {
      by: 'alias',
      alias: { namespace: 'notify', id: name },
      create: { name, agentType: 'unknown', origin: 'observed', cwd: null },
    },
    drafts,
    ...more,
  }
}

/** A notify-like commit, with the sender's id for it. */
export function notify(name: string, eventId: string | undefined, payload: JsonObject): Commit {
  const text = JSON.stringify(payload)
  return ingest(
    name,
    [{ type: 'notify_event', source: SOURCE, json: `{"notify":{"type":"x","payload":${text}}}` }],
    {
      ...(eventId === undefined ? {} : { eventId }),
    },
  )
}

/** Every stored event of a session. */
export async function readEvents(log: Log, sessionId: string, afterSeq = 0): Promise<Event[]> {
  return (await log.reader.read(sessionId, { afterSeq, limit: 10_000 })).events
}
