import { HOOKED_AGENTS, type HookedAgent } from '@signalbox/protocol/harmonize'
import type { HookContext } from '../ingest/hooks/hook-context.js'
import { readContext } from '../ingest/hooks/read-context.js'

/** What a spool file holds: the hook of an agent, or a notify for a session. */
export type SpoolFile = {
  /** Late, as everything that waited here. */
  context: HookContext & { eventId: string; late: true }
  /** Names of what was said beside the payload and not understood. */
  ignored: string[]
  payload: Buffer
} & ({ kind: 'hook'; agent: HookedAgent } | { kind: 'notify'; sessionId: string })

/** A file that is none of ours, or only half of one, and why. */
export class UnfitSpoolFile extends Error {}

const VERSION = '1'
/** The lines before the payload are few and short. */
const MAX_HEAD_BYTES = 64 * 1024
const NAMED_TIME = /^(?:\.tmp-)?(\d{13})-/

/**
 * Reads a spool file: lines `name: value`, an empty line, then the payload as it was given to the hook. One without an
 * event id has its name for it: a file that is read again after a crash is the same event. Pure; throws UnfitSpoolFile.
 */
export function readSpoolFile(name: string, bytes: Buffer): SpoolFile {
  const { head, payload } = split(bytes)
  const lines = linesOf(head)
  if (lines.get('version') !== VERSION) throw new UnfitSpoolFile('its version is not known')
  if (payload.length === 0) throw new UnfitSpoolFile('it has no payload')
  const { context, ignored } = readContext((key) => lines.get(key))
  const occurredAt = context.occurredAt ?? timeIn(name)
  const told = {
    context: {
      eventId: `spool:${name.replace(/^\.tmp-/, '')}`.slice(0, 128),
      ...context,
      ...(occurredAt === undefined ? {} : { occurredAt }),
      late: true,
    } as const,
    ignored,
    payload,
  }
  const sessionId = lines.get('notify')
  if (sessionId !== undefined && sessionId !== '') return { kind: 'notify', sessionId, ...told }
  const agent = HOOKED_AGENTS.find((known) => known === lines.get('agent'))
  if (!agent) throw new UnfitSpoolFile('it names no agent that is known')
  return { kind: 'hook', agent, ...told }
}

function split(bytes: Buffer): { head: string; payload: Buffer } {
  const end = bytes.indexOf('\n\n')
  if (end === -1 || end > MAX_HEAD_BYTES) throw new UnfitSpoolFile('its head has no end')
  return { head: bytes.toString('utf8', 0, end), payload: bytes.subarray(end + 2) }
}

/** The first of several lines of one name counts: whoever wrote it knew nothing of what comes later. */
function linesOf(head: string): Map<string, string> {
  const lines = new Map<string, string>()
  for (const line of head.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    if (colon > 0 && !lines.has(name)) lines.set(name, line.slice(colon + 1).trim())
  }
  return lines
}

function timeIn(name: string): number | undefined {
  const [, digits] = NAMED_TIME.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits) || undefined
}
