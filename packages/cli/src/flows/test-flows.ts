import { flowEventType } from '@signalbox/protocol/flow'
import { UsageError } from '@signalbox/server/config'
import { text, type Values } from '../command.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'
import { readAll } from '../terminal/read-all.js'
import { screenOf } from '../terminal/screen.js'
import { dryRunLines } from './dry-run-lines.js'
import { type DryRun, dryRun, readTriggers } from './flow-api.js'
import { readEvent } from './read-event.js'
import { readFlowFile } from './read-flow-file.js'

const NOTHING = 2

/** `signalbox flows test`: what an event would set off; nothing is done. */
export async function testFlows(address: GatewayAddress, values: Values, typed: string): Promise<void> {
  const [trigger, file] = [text(values, 'trigger'), text(values, 'file')]
  if (trigger !== undefined && file !== undefined)
    throw new UsageError('Either --trigger, of one that is saved, or --file, of those in a file; not both.')
  if (typed === '-' && file === '-')
    throw new UsageError('Only one of EVENT and --file can be read from stdin.')
  const event = readEvent(typed === '-' ? (await readAll(process.stdin)).toString() : typed)
  const found =
    file === undefined
      ? await dryRun(address, event, trigger)
      : together(await Promise.all((await readFlowFile(file)).map((flow) => dryRun(address, event, flow))))
  const isOfAll = trigger === undefined && file === undefined
  const elsewhere = isOfAll && !values.json ? await waitingElsewhere(address, found) : undefined
  if (values.json) console.log(jsonLine(found))
  else for (const line of dryRunLines(found, screenOf(process.stdout).paint, elsewhere)) console.log(line)
  if (found.matches.length === 0) process.exitCode = NOTHING
}

/** Those that wait for another type of event; who has many does not want to read that of each. */
async function waitingElsewhere(
  address: GatewayAddress,
  { event, unmatched }: DryRun,
): Promise<ReadonlySet<string>> {
  if (unmatched.length === 0) return new Set()
  const triggers = await readTriggers(address)
  return new Set(
    triggers.flatMap(({ id, event_type }) => (flowEventType(event_type) === event.type ? [] : id)),
  )
}

/** Of several triggers one by one what it would be of all. */
export function together(runs: readonly DryRun[]): DryRun {
  const [first] = runs
  if (first === undefined) throw new UsageError('There is no trigger in the file.')
  return {
    ...first,
    matches: runs.flatMap(({ matches }) => matches),
    unmatched: runs.flatMap(({ unmatched }) => unmatched),
  }
}
