import type { FlowWarning } from '@signalbox/protocol/flow'
import type { Values } from '../command.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { deleteFlow, putFlow, readFlows } from './flow-api.js'
import { warningLine } from './flow-lines.js'
import { readFlowFile } from './read-flow-file.js'

/** `signalbox flows import`: saves the triggers of a file; others stay unless all are to be replaced. */
export async function importFlows(address: GatewayAddress, values: Values, file: string): Promise<void> {
  const flows = await readFlowFile(file)
  const kept = new Set(flows.map(({ id }) => id))
  const warnings: FlowWarning[] = []
  for (const flow of flows) warnings.push(...(await putFlow(address, flow)))
  const removed: string[] = []
  if (values.replace) {
    const { triggers } = await readFlows(address)
    for (const { id } of triggers.filter((trigger) => !kept.has(trigger.id))) {
      await deleteFlow(address, id)
      removed.push(id)
    }
  }
  const saved = [...kept]
  if (values.json) return console.log(jsonLine({ saved, removed, warnings }))
  console.log(saved.length === 0 ? 'There is no trigger in it.' : `Saved: ${names(saved)}`)
  if (removed.length > 0) console.log(`Removed: ${names(removed)}`)
  for (const warning of warnings) console.error(`Warning: ${warningLine(warning)}`)
}

function names(ids: readonly string[]): string {
  return ids.map(oneLine).join(', ')
}
