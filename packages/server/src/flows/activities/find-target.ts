import type { SessionMeta, SessionStatus } from '@signalbox/protocol'
import type { Log } from '../../log/log.js'

/** What is read to find a session. */
export type TargetReader = Pick<Log['reader'], 'resolve' | 'session' | 'sessions'>

const PAGE = 200
/** Older sessions are not looked through. */
const MOST = 2000
const GONE: ReadonlySet<SessionStatus> = new Set(['inactive', 'deactivating', 'error'])

/** Whether a session has an agent that is there. */
export function isRunning({ archived, status }: SessionMeta): boolean {
  return !archived && !GONE.has(status)
}

/** The sessions of a tenant that are not archived, newest first. */
export async function* newestSessions(reader: Pick<TargetReader, 'sessions'>, tenantId: string) {
  for await (const page of newestPages(reader, tenantId)) yield* page
}

async function* newestPages(reader: Pick<TargetReader, 'sessions'>, tenantId: string) {
  let cursor: string | null | undefined
  for (let seen = 0; seen < MOST && cursor !== null; seen += PAGE) {
    const query = { tenantId, includeArchived: false, limit: PAGE, ...(cursor ? { cursor } : {}) }
    const { sessions, next } = await reader.sessions(query)
    yield sessions
    cursor = next
  }
}

/** A reader for many targets of one moment: the list of sessions is read once, in one go, whoever looks through it. */
export function oneMoment(reader: TargetReader): TargetReader {
  const lists = new Map<string, ReturnType<TargetReader['sessions']>>()
  return {
    resolve: (...of) => reader.resolve(...of),
    session: (...of) => reader.session(...of),
    sessions: (query) => {
      const known = lists.get(query.tenantId)
      if (known) return known
      const list = reader
        .sessions({ ...query, limit: MOST })
        .then(({ sessions }) => ({ sessions, next: null }))
      lists.set(query.tenantId, list)
      return list
    },
  }
}

/** The session of an id: its uuid, one of its aliases, or else its name; of several of a name the newest. */
export async function sessionNamed(
  reader: TargetReader,
  tenantId: string,
  id: string,
): Promise<string | undefined> {
  const wanted = id.trim()
  const known = await reader.resolve(tenantId, wanted)
  if (known !== undefined) return known
  return best(reader, tenantId, [`name ${wanted}`, `name~ ${wanted.toLowerCase()}`])
}

/**
 * The newest running session of an agent: of this very name, then in other letters, then one that is called so, with or
 * without a number.
 */
export function runningSessionOf(
  reader: Pick<TargetReader, 'sessions'>,
  tenantId: string,
  agent: string,
): Promise<string | undefined> {
  const wanted = agent.trim()
  const small = wanted.toLowerCase()
  return best(reader, tenantId, [`agent ${wanted}`, `agent~ ${small}`, `called~ ${small}`])
}

/** The newest session that has the first of these keys that any has. */
async function best(
  reader: Pick<TargetReader, 'sessions'>,
  tenantId: string,
  keys: readonly string[],
): Promise<string | undefined> {
  const found: (string | undefined)[] = []
  for await (const page of newestPages(reader, tenantId)) {
    const index = indexOf(page)
    for (const [rank, key] of keys.entries()) found[rank] ??= index.get(key)
    if (found[0] !== undefined) return found[0]
  }
  return found.find((id) => id !== undefined)
}

/** By the page: who looks for many targets in one has it read through once. */
const indexes = new WeakMap<readonly SessionMeta[], ReadonlyMap<string, string>>()

/** The newest session of each key. */
function indexOf(page: readonly SessionMeta[]): ReadonlyMap<string, string> {
  const known = indexes.get(page)
  if (known) return known
  const index = new Map<string, string>()
  for (const session of page)
    for (const key of keysOf(session)) if (!index.has(key)) index.set(key, session.id)
  indexes.set(page, index)
  return index
}

/** What a session is found by; with a `~` in small letters. Only one that runs is found by its agent. */
function keysOf(session: SessionMeta): string[] {
  const { name, agentType } = session
  const small = name?.toLowerCase()
  return [
    ...(name ? [`name ${name}`, `name~ ${small}`] : []),
    ...(isRunning(session) && agentType ? [`agent ${agentType}`, `agent~ ${agentType.toLowerCase()}`] : []),
    ...(isRunning(session) && small ? [`called~ ${small}`, `called~ ${small.replace(/\s+\d+$/, '')}`] : []),
  ]
}
