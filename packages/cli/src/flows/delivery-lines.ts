import type { Delivery, DeliveryStatus } from '@signalbox/protocol/flow'
import { duration } from '../age.js'
import { cutToWidth, displayWidth } from '../terminal/display-width.js'
import type { Colour } from '../terminal/paint.js'
import { oneLine } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import { table } from '../terminal/table.js'
import { shortDeliveryIds } from './delivery-id.js'

const COLOURS: Readonly<Partial<Record<DeliveryStatus, Colour>>> = {
  done: 'green',
  dead: 'red',
  unknown: 'yellow',
  stopped: 'yellow',
}

const USUAL_HEARD = 80
const LEAST_HEARD = 12

/** Deliveries as a table: what was to be done, and what came of it. */
export function deliveryLines(
  list: readonly Delivery[],
  { paint, width }: Pick<Screen, 'paint' | 'width'>,
  now: number,
): string[] {
  if (list.length === 0) return ['There are no deliveries.']
  const ids = shortDeliveryIds(list.map(({ id }) => id))
  const rows = list.map((delivery) => [
    ids.get(delivery.id) ?? delivery.id,
    duration(now - Date.parse(delivery.created_at)),
    oneLine(delivery.activity_id),
    delivery.status,
    String(delivery.attempts),
    heardLine(delivery, now, width()),
  ])
  const columns = [
    // Whole however narrow it is: it is what "signalbox flows retry" takes. It names the trigger.
    { title: 'ID', isWhole: true as const, draw: (padded: string) => paint('cyan', padded) },
    { title: 'AGE' },
    { title: 'ACTIVITY', shrinksTo: 8 },
    {
      title: 'STATUS',
      draw: (padded: string, cell: string) => {
        const colour = COLOURS[cell as DeliveryStatus]
        return colour === undefined ? padded : paint(colour, padded)
      },
    },
    { title: 'TRIES' },
    { title: 'RESPONSE', shrinksTo: 12 },
  ]
  return table(columns, rows, width(), paint)
}

/** One of them on a line of its own. */
export function deliveryLine(delivery: Delivery, now: number, width = Number.POSITIVE_INFINITY): string {
  const { id, activity_id, status, attempts } = delivery
  const short = shortDeliveryIds([id]).get(id) ?? id
  const tries = attempts > 1 ? `${status} (try ${attempts})` : status
  const head = [short, oneLine(activity_id), tries].join('  ')
  const heard = heardLine(delivery, now, Math.max(LEAST_HEARD, width - displayWidth(head) - 2))
  return heard === '' ? head : `${head}  ${heard}`
}

/** The beginning of it where no terminal cuts it: a page of HTML is no help to anybody, and `--json` has it whole. */
function heardLine(delivery: Delivery, now: number, width: number): string {
  return cutToWidth(responseText(delivery, now), Number.isFinite(width) ? width : USUAL_HEARD)
}

/** What was heard back, or why not, and when it is tried again. */
export function responseText({ error, response, status, next_attempt_at }: Delivery, now: number): string {
  const again =
    status === 'pending' && next_attempt_at !== undefined && error !== undefined
      ? `again in ${duration(Date.parse(next_attempt_at) - now)}`
      : undefined
  const heard = response === undefined ? undefined : heardText(response)
  return [again, error, heard].flatMap((part) => (part === undefined ? [] : oneLine(part) || [])).join(' · ')
}

/** A webhook answers with a status and a body; others with names of what they made. */
function heardText({ status, body, ...others }: NonNullable<Delivery['response']>): string {
  if (status !== undefined) return `${String(status)} ${typeof body === 'string' ? body : ''}`
  return Object.entries({ ...others, ...(body === undefined ? {} : { body }) })
    .filter(([, value]) => typeof value !== 'object')
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ')
}
