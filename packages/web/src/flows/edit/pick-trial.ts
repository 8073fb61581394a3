import { sendJson } from '../../gateway/send-json.js'
import type { DryRun, FlowTrigger, RecentEvent } from '../flow-api.js'

interface Picking {
  signal?: AbortSignal
  send?: typeof fetch
}

/**
 * What a trigger is best tried on: the newest event that sets it off, else the newest there is, so that the page can
 * say why not. Empty for the sample, when nothing of the kind happened.
 */
export async function pickTrial(
  { id, event_type, where }: FlowTrigger,
  recent: readonly RecentEvent[],
  { signal, send = fetch }: Picking = {},
): Promise<string> {
  const newest = recent[0]?.id ?? ''
  if (!where) return newest
  // What it would do does not matter here, and need not be right yet.
  const trigger = { id, event_type, where, bindings: [] }
  for (const event of recent) {
    const body = { event: { id: event.id }, trigger }
    const run = await sendJson<DryRun>('POST', '/api/flow/dry-run', {
      body,
      send,
      ...(signal ? { signal } : {}),
    })
    if (signal?.aborted || run.kind === 'refused') return newest
    if (run.value.matches.length > 0) return event.id
  }
  return newest
}
