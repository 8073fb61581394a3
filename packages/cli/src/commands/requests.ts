import { homedir, hostname } from 'node:os'
import { REQUEST_STATUSES, type RequestEntry, type SessionMeta } from '@signalbox/protocol'
import { duration } from '../age.js'
import { choice } from '../choice.js'
import type { Command } from '../command.js'
import { call } from '../gateway/call.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf, type GatewayAddress } from '../gateway/gateway-address.js'
import { listRequests } from '../gateway/requests.js'
import { shortId, shortIds } from '../short-id.js'
import { askedLine, endedLine } from '../show/request-text.js'
import { sessionName } from '../show/session-name.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { type Screen, screenOf } from '../terminal/screen.js'
import { table } from '../terminal/table.js'
import { folderText, type Here } from '../watch/place.js'

const STATUSES = [...REQUEST_STATUSES, 'all'] as const

export const requests: Command = {
  summary: 'Lists what agents ask you, longest waiting first.',
  usage: `signalbox requests [--status pending|resolved|closed|all] [--json] ${ADDRESS_USAGE}`,
  details:
    'Answer with "signalbox approve ID", "signalbox deny ID" or "signalbox answer ID TEXT"; 4 characters of the ID\nare enough.',
  options: { ...ADDRESS_OPTIONS, status: { type: 'string' }, json: { type: 'boolean' } },
  async run(values) {
    const status = choice(values, 'status', STATUSES) ?? 'pending'
    const address = addressOf(values)
    const [list, sessions] = await Promise.all([
      listRequests(address, status === 'all' ? undefined : status),
      values.json ? [] : sessionsOf(address),
    ])
    if (values.json) return console.log(jsonLine(list))
    const screen = screenOf(process.stdout)
    const here = { host: hostname(), home: homedir() }
    const lines = requestLines(list, { status, sessions, screen, here, now: Date.now() })
    for (const line of lines) screen.print(`${line}\n`)
  },
}

async function sessionsOf(address: GatewayAddress): Promise<SessionMeta[]> {
  const { sessions } = await call(address, '/api/sessions?limit=1000&archived=true')
  return sessions as SessionMeta[]
}

export interface RequestContext {
  status: (typeof STATUSES)[number]
  /** Those the requests are of. */
  sessions: readonly SessionMeta[]
  screen: Pick<Screen, 'paint' | 'width'>
  here: Here
  now: number
}

/** The requests as a table; how they ended, where some may have. */
export function requestLines(
  list: readonly RequestEntry[],
  { status, sessions, screen: { paint, width }, here, now }: RequestContext,
): string[] {
  if (list.length === 0) return [status === 'pending' ? 'Nobody waits for you.' : 'There are none.']
  const ids = shortIds(list.map(({ requestId }) => requestId))
  const ended = status !== 'pending'
  const known = new Map(sessions.map((session) => [session.id, session]))
  const rows = list.map((entry) => [
    ids.get(entry.requestId) ?? entry.requestId,
    ...whose(known.get(entry.sessionId), entry.sessionId, here),
    duration(now - entry.since),
    ...(ended
      ? [entry.status === 'pending' ? 'waiting' : endedLine({ ...entry, at: entry.endedAt }, now)]
      : []),
    askedLine(entry),
  ])
  const columns = [
    { title: 'ID', draw: (padded: string) => paint('cyan', padded) },
    { title: 'SESSION', shrinksTo: 8 },
    { title: 'AGENT', shrinksTo: 6 },
    { title: 'FOLDER', shrinksTo: 8 },
    { title: 'AGE' },
    ...(ended ? [{ title: 'END', shrinksTo: 12 }] : []),
    { title: 'ASKS', shrinksTo: 12 },
  ]
  return table(columns, rows, width(), paint)
}

/** Who asks, and where: as the watch view names it. */
function whose(session: SessionMeta | undefined, id: string, here: Here): string[] {
  if (!session) return [shortId(id), '', '']
  const folder = folderText(session.cwd ?? undefined, session.process?.host, here)
  return [sessionName(session) ?? shortId(id), oneLine(session.agentType), folder]
}
