import type { AttentionEntry, SessionMeta } from '@signalbox/protocol'
import { duration } from '../age.js'
import type { Command } from '../command.js'
import { connectTo } from '../gateway/connect.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { shortIds } from '../short-id.js'
import { PAUSED_LINE } from '../show/paused-line.js'
import { sessionName } from '../show/session-name.js'
import { jsonLine } from '../terminal/json-line.js'
import type { Colour } from '../terminal/paint.js'
import { oneLine, visibleLine } from '../terminal/plain-text.js'
import { type Screen, screenOf } from '../terminal/screen.js'
import { table } from '../terminal/table.js'

const COLOURS: Partial<Record<SessionMeta['status'], Colour>> = {
  running: 'green',
  waiting: 'yellow',
  error: 'red',
  inactive: 'dim',
}

/** What each kind of attention wants of a person. */
const NEEDS: Readonly<Record<AttentionEntry['kind'], string>> = {
  permission: 'permission',
  question: 'answer',
  input: 'input',
}

export const sessions: Command = {
  summary: 'Lists the sessions, last active first, and what each needs from you.',
  usage: `signalbox sessions [--all] [--json] ${ADDRESS_USAGE}`,
  details: '--all lists those that were put away, too.',
  options: { ...ADDRESS_OPTIONS, all: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(values) {
    const client = await connectTo(addressOf(values))
    try {
      const list: SessionMeta[] = []
      for await (const session of client.sessions({ includeArchived: values.all === true, limit: 1000 }))
        list.push(session)
      list.sort((one, other) => lastActive(other) - lastActive(one))
      if (values.json) return console.log(jsonLine(list))
      const [attention, gateway] = await Promise.all([
        client.listAttention({ limit: 1000 }),
        client.gatewayState(),
      ])
      const screen = screenOf(process.stdout)
      if (gateway.state === 'paused') screen.print(`${screen.paint('yellow', PAUSED_LINE)}\n\n`)
      for (const line of sessionLines(list, attention, screen, Date.now())) screen.print(`${line}\n`)
    } finally {
      client.close()
    }
  },
}

/** The sessions as a table. */
export function sessionLines(
  list: readonly SessionMeta[],
  attention: readonly AttentionEntry[],
  { paint, width }: Pick<Screen, 'paint' | 'width'>,
  now: number,
): string[] {
  if (list.length === 0) return ['There are no sessions yet. Begin one with: signalbox run "…"']
  const ids = shortIds(list.map(({ id }) => id))
  const needs = new Map(attention.map((entry) => [entry.sessionId, entry]))
  const rows = list.map((session) => [
    ids.get(session.id) ?? session.id,
    sessionName(session) ?? '–',
    oneLine(session.agentType),
    stateOf(session),
    duration(now - lastActive(session)),
    needOf(needs.get(session.id)),
  ])
  const columns = [
    { title: 'ID', draw: (padded: string) => paint('cyan', padded) },
    { title: 'NAME', shrinksTo: 8 },
    { title: 'AGENT', shrinksTo: 6 },
    {
      title: 'STATE',
      draw: (padded: string, cell: string) => {
        const colour = cell.endsWith('paused') ? 'yellow' : COLOURS[cell as SessionMeta['status']]
        return colour ? paint(colour, padded) : padded
      },
    },
    { title: 'AGE' },
    { title: 'NEEDS', shrinksTo: 10, draw: (padded: string) => paint('yellow', padded) },
  ]
  return table(columns, rows, width(), paint)
}

/** What it is at. One that is paused may still have a turn to end. */
function stateOf({ archived, paused, status }: SessionMeta): string {
  if (archived) return 'archived'
  if (paused !== true) return status
  return status === 'running' || status === 'waiting' ? `${status}, paused` : 'paused'
}

/** When something last happened in it; what it is listed by. */
export function lastActive({ lastActivityAt, createdAt }: SessionMeta): number {
  return lastActivityAt ?? createdAt
}

function needOf(attention: AttentionEntry | undefined): string {
  if (!attention) return ''
  const { kind, message } = attention
  return [NEEDS[kind] ?? oneLine(kind), visibleLine(message)].filter(Boolean).join(': ')
}
