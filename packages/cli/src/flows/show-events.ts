import { duration } from '../age.js'
import type { Values } from '../command.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { type Screen, screenOf } from '../terminal/screen.js'
import { table } from '../terminal/table.js'
import { type RecentEvent, readRecent } from './flow-api.js'
import { limitOf } from './limit-of.js'

/** `signalbox flows events`: what is in the log to test flows with. */
export async function showEvents(address: GatewayAddress, values: Values, type: string): Promise<void> {
  const limit = limitOf(values, { usual: 20, most: 100 })
  const { events, partial } = await readRecent(address, { limit, ...(type === '' ? {} : { type }) })
  const lines = values.json ? [jsonLine(events)] : eventLines(events, screenOf(process.stdout), Date.now())
  for (const line of lines) console.log(line)
  if (partial)
    console.error('Older events were not looked at; signalbox flows test takes any id that is in the log.')
}

/** The events as a table; their ids as `signalbox flows test` takes them. */
export function eventLines(
  events: readonly RecentEvent[],
  { paint, width }: Pick<Screen, 'paint' | 'width'>,
  now: number,
): string[] {
  if (events.length === 0) return ['There are none.']
  const rows = events.map(({ id, type, session_id, timestamp, summary }) => [
    oneLine(id),
    duration(now - Date.parse(timestamp)),
    oneLine(type),
    oneLine(session_id),
    oneLine(summary),
  ])
  const columns = [
    { title: 'ID', draw: (padded: string) => paint('cyan', padded) },
    { title: 'AGE' },
    { title: 'TYPE', shrinksTo: 8 },
    { title: 'SESSION', shrinksTo: 8 },
    { title: 'SUMMARY', shrinksTo: 8 },
  ]
  return table(columns, rows, width(), paint)
}
