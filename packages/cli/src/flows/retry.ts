import { UsageError } from '@signalbox/server/config'
import type { Values } from '../command.js'
import { HttpRefusal } from '../gateway/call.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { isMeantBy, onlyDelivery } from './delivery-id.js'
import { allDeliveries, retryDelivery } from './flow-api.js'

const PAGE = 1_000
/** So many are looked through for a short id; of those that are older the whole is needed. */
const MOST = 200_000
/** How it ends where some of many are refused; the others are tried all the same. */
const SOME_REFUSED = 2

/** `signalbox flows retry`: one delivery, or all that were given up. */
export async function retry(address: GatewayAddress, values: Values, typed: string): Promise<void> {
  if ((typed === '') === (values.dead !== true))
    throw new UsageError('Which one? Type: signalbox flows retry ID, or --dead for all that were given up.')
  if (values.dead) return retryDead(address, values)
  const delivery = await retryDelivery(address, await idOf(address, typed))
  console.log(
    values.json
      ? jsonLine({ delivery })
      : `${oneLine(delivery.id)} is tried again; "signalbox flows deliveries" shows what comes of it.`,
  )
}

/** A whole id is taken as it is; for a short one those there are have to be known. */
async function idOf(address: GatewayAddress, typed: string): Promise<string> {
  if (/^[0-9a-f-]{36}\/.+\/\d+$/i.test(typed)) return typed
  const meant: string[] = []
  let looked = 0
  for await (const { id } of allDeliveries(address, { limit: PAGE })) {
    if (isMeantBy(typed, id)) meant.push(id)
    if (++looked < MOST) continue
    if (meant.length > 0) break
    throw new UsageError(
      `None of the ${MOST} newest deliveries is "${oneLine(typed)}". Type its whole id, which --json shows.`,
    )
  }
  return onlyDelivery(typed, meant)
}

async function retryDead(address: GatewayAddress, values: Values): Promise<void> {
  // All of them first: one that is tried again may be given up again meanwhile.
  const dead: string[] = []
  for await (const { id } of allDeliveries(address, { status: 'dead', limit: PAGE })) dead.push(id)
  const [retried, refused]: [string[], { id: string; reason: string }[]] = [[], []]
  for (const id of dead.reverse()) {
    try {
      await retryDelivery(address, id)
      retried.push(id)
    } catch (error) {
      if (!(error instanceof HttpRefusal)) throw error
      refused.push({ id, reason: error.message })
    }
  }
  if (refused.length > 0) process.exitCode = SOME_REFUSED
  if (values.json) return console.log(jsonLine({ retried, refused }))
  console.log(dead.length > 0 && retried.length === 0 ? 'None is tried again.' : retriedLine(retried.length))
  for (const { id, reason } of refused) console.error(`${oneLine(id)}: ${oneLine(reason)}`)
}

function retriedLine(count: number): string {
  if (count === 0) return 'None was given up.'
  return count === 1 ? 'One delivery is tried again.' : `${count} deliveries are tried again.`
}
