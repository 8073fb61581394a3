import { UsageError } from '@signalbox/server/config'
import { oneLine } from '../terminal/plain-text.js'

const SHORT = 8
const NAMED = 4

/** Of `EVENT/TRIGGER/INDEX` the end of the event with the rest; more of it where others listed have the same. */
export function shortDeliveryIds(ids: readonly string[]): Map<string, string> {
  const shorts = new Map<string, string>()
  for (let length = SHORT, open = [...new Set(ids)]; open.length > 0; length += SHORT) {
    const times = new Map<string, number>()
    for (const id of open) times.set(short(id, length), (times.get(short(id, length)) ?? 0) + 1)
    for (const id of open) shorts.set(id, short(id, length))
    open = open.filter((id) => times.get(short(id, length)) !== 1 && length < partsOf(id).event.length)
  }
  return shorts
}

/** Whether an id is meant by what was typed: all of it, what is printed, or the end of its event and its index alone. */
export function isMeantBy(typed: string, id: string): boolean {
  if (typed === id) return true
  const { event, rest } = partsOf(oneLine(id))
  const said = partsOf(typed.trim())
  if (said.event.length < SHORT || !event.endsWith(said.event)) return false
  return said.rest === rest || said.rest === rest.slice(rest.lastIndexOf('/') + 1)
}

/** The delivery that is meant, of all that are; none and several are told in a sentence. */
export function onlyDelivery(typed: string, meant: readonly string[]): string {
  const [only] = meant
  if (only === undefined)
    throw new UsageError(`There is no delivery "${oneLine(typed)}". "signalbox flows deliveries" lists them.`)
  if (meant.length === 1) return only
  const some = meant.slice(0, NAMED).map(oneLine)
  const rest = meant.length > NAMED ? ', …' : ''
  throw new UsageError(`"${oneLine(typed)}" fits ${meant.length} deliveries: ${some.join(', ')}${rest}.`)
}

function short(id: string, length: number): string {
  const { event, rest } = partsOf(id)
  return oneLine(`${event.slice(-length)}/${rest}`)
}

/** The event, and the trigger with the index. */
function partsOf(id: string): { event: string; rest: string } {
  const at = id.indexOf('/')
  return at < 0 ? { event: '', rest: id } : { event: id.slice(0, at), rest: id.slice(at + 1) }
}
