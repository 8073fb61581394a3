import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A rollout file, and whose it is. */
export interface RolloutPath {
  thread: string
  path: string
  changedAt: number
}

const NAME = /^rollout-.*-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/
const DAY_MS = 24 * 3600_000
const MAX_FILES = 500

/** The rollout files that changed since a time, oldest first; at most the newest so many. */
export async function changedRollouts(home: string, since: number, now: number): Promise<RolloutPath[]> {
  const found: RolloutPath[] = []
  for (let day = since - DAY_MS; day <= now + DAY_MS; day += DAY_MS)
    found.push(...(await rolloutsOf(home, day)))
  return found
    .filter(({ changedAt }) => changedAt >= since)
    .sort((a, b) => a.changedAt - b.changedAt)
    .slice(-MAX_FILES)
}

/** The file of a thread: the days are those of where Codex runs, so its neighbours are looked at too. */
export async function rolloutOf(home: string, thread: string): Promise<string | undefined> {
  const begun = timeOf(thread)
  if (begun === undefined) return undefined
  for (const day of [begun, begun - DAY_MS, begun + DAY_MS]) {
    const found = (await namesOf(home, day)).find((name) => name.endsWith(`-${thread}.jsonl`))
    if (found !== undefined) return join(directoryOf(home, day), found)
  }
  return undefined
}

/** When a thread began, by its id, which is a UUIDv7. */
export function timeOf(thread: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(thread) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16)
}

async function rolloutsOf(home: string, day: number): Promise<RolloutPath[]> {
  const found: RolloutPath[] = []
  for (const name of await namesOf(home, day)) {
    const [, thread] = NAME.exec(name) ?? []
    if (thread === undefined) continue
    const path = join(directoryOf(home, day), name)
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (changedAt !== undefined) found.push({ thread, path, changedAt })
  }
  return found
}

function namesOf(home: string, day: number): Promise<string[]> {
  return readdir(directoryOf(home, day)).catch(() => [])
}

function directoryOf(home: string, day: number): string {
  const date = new Date(day)
  const two = (value: number) => String(value).padStart(2, '0')
  return join(home, 'sessions', String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate()))
}
