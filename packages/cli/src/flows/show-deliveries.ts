import { setTimeout } from 'node:timers/promises'
import { DELIVERY_STATUSES, type Delivery } from '@signalbox/protocol/flow'
import { choice } from '../choice.js'
import { text, type Values } from '../command.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { isFinal } from '../gateway/is-final.js'
import { jsonLine } from '../terminal/json-line.js'
import { screenOf } from '../terminal/screen.js'
import { deliveryLine, deliveryLines } from './delivery-lines.js'
import { allDeliveries, type DeliveryQuery } from './flow-api.js'
import { followDeliveries } from './follow-deliveries.js'
import { limitOf } from './limit-of.js'

const MOST = 1_000
const LEAST_PAGE = 100
/** How often `--follow` looks. */
const LOOK_MS = 1_000
const CONNECTION = { lost: 'the connection was lost; trying again …', found: 'connected again' } as const

/** `signalbox flows deliveries`: what was done, newest first, or as it comes. */
export async function showDeliveries(address: GatewayAddress, values: Values): Promise<void> {
  const status = choice(values, 'status', DELIVERY_STATUSES)
  const [trigger, session] = [text(values, 'trigger'), text(values, 'session')]
  const query = {
    limit: limitOf(values, { usual: 100, most: MOST }),
    ...(status === undefined ? {} : { status }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(session === undefined ? {} : { session }),
  }
  if (values.follow) return follow(address, values, query)
  const list = await newest(address, query)
  const lines = values.json ? [jsonLine(list)] : deliveryLines(list, screenOf(process.stdout), Date.now())
  for (const line of lines) console.log(line)
}

async function follow(
  address: GatewayAddress,
  values: Values,
  query: DeliveryQuery & { limit: number },
): Promise<void> {
  const leaving = new AbortController()
  const screen = screenOf(process.stdout)
  process.once('SIGINT', () => leaving.abort())
  await followDeliveries({
    // A page is not too short for what may come in a moment, however few are to be shown at first.
    read: () => allDeliveries(address, { ...query, limit: Math.max(query.limit, LEAST_PAGE) }),
    least: query.limit,
    tell: (delivery) =>
      console.log(values.json ? jsonLine(delivery) : deliveryLine(delivery, Date.now(), screen.width())),
    tellConnection: (state) => console.error(CONNECTION[state]),
    isFinal,
    pause: (signal) => setTimeout(LOOK_MS, undefined, { signal }),
    signal: leaving.signal,
  })
}

async function newest(
  address: GatewayAddress,
  query: DeliveryQuery & { limit: number },
): Promise<Delivery[]> {
  const list: Delivery[] = []
  for await (const delivery of allDeliveries(address, query)) if (list.push(delivery) >= query.limit) break
  return list
}
