import { REQUEST_STATUSES, type RequestEntry } from '@signalbox/protocol'
import { duration } from '../age.js'
import { choice } from '../choice.js'
import type { Command } from '../command.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { listRequests } from '../gateway/requests.js'
import { shortId, shortIds } from '../short-id.js'
import { askedLine, endedLine } from '../show/request-text.js'
import { jsonLine } from '../terminal/json-line.js'
import { type Screen, screenOf } from '../terminal/screen.js'
import { table } from '../terminal/table.js'

const STATUSES = [...REQUEST_STATUSES, 'all'] as const

export const requests: Command = {
  summary: 'Lists what agents ask you, longest waiting first.',
  usage: `signalbox requests [--status pending|resolved|closed|all] [--json] ${ADDRESS_USAGE}`,
  details:
    'Answer with "signalbox approve ID", "signalbox deny ID" or "signalbox answer ID TEXT"; 4 characters of the ID\nare enough.',
  options: { ...ADDRESS_OPTIONS, status: { type: 'string' }, json: { type: 'boolean' } },
  async run(values) {
    const status = choice(values, 'status', STATUSES) ?? 'pending'
    const list = await listRequests(addressOf(values), status === 'all' ? undefined : status)
    if (values.json) return console.log(jsonLine(list))
    const screen = screenOf(process.stdout)
    for (const line of requestLines(list, status, screen, Date.now())) screen.print(`${line}\n`)
  },
}

/** The requests as a table; how they ended, where some may have. */
export function requestLines(
  list: readonly RequestEntry[],
  status: (typeof STATUSES)[number],
  { paint, width }: Pick<Screen, 'paint' | 'width'>,
  now: number,
): string[] {
  if (list.length === 0) return [status === 'pending' ? 'Nobody waits for you.' : 'There are none.']
  const ids = shortIds(list.map(({ requestId }) => requestId))
  const ended = status !== 'pending'
  const rows = list.map((entry) => [
    ids.get(entry.requestId) ?? entry.requestId,
    shortId(entry.sessionId),
    duration(now - entry.since),
    ...(ended
      ? [entry.status === 'pending' ? 'waiting' : endedLine({ ...entry, at: entry.endedAt }, now)]
      : []),
    askedLine(entry),
  ])
  const columns = [
    { title: 'ID', draw: (padded: string) => paint('cyan', padded) },
    { title: 'SESSION' },
    { title: 'AGE' },
    ...(ended ? [{ title: 'END', shrinksTo: 12 }] : []),
    { title: 'ASKS', shrinksTo: 12 },
  ]
  return table(columns, rows, width(), paint)
}
