import { type Json, type JsonObject, rowOf, typeNamed, validate } from '@signalbox/protocol'
import type { Happening } from '../agents/driver.js'
import { NOTIFICATION_FIELDS } from '../harmonize/notification.js'

const MAX_DEPTH = 64
/** A text inside an event is cut here; streams come in pieces and are not cut. */
const MAX_TEXT = 256 * 1024
const MAX_MEMBERS = 100_000
/** These are the session's to give. */
const RESERVED = ['type', 'sessionId', 'seq', 'ts', 'turnId'] as const
/** The gateway fills these in: the agent need not know them. */
const OURS: Partial<Record<Happening['type'], JsonObject>> = {
  turn_complete: { finalText: '' },
  agent_notification: NOTIFICATION_FIELDS,
}

/**
 * What an agent said, if it can be an event: of a known type, plain JSON, with the fields its row asks for. What cannot
 * is not lost and harms nobody: it becomes an `agent_unparsed` that says why.
 */
export function plainHappening(said: Happening): Happening {
  const { type } = said
  try {
    if (typeNamed(String(type)) !== type || rowOf(type).kind === 'reply') throw new Unfit('is no event type')
    const data = plain(said.data, MAX_DEPTH, { members: 0 })
    const taken = RESERVED.find((name) => Object.hasOwn(data as object, name))
    if (taken) throw new Unfit(`data may not have ${taken}`)
    const fault = validate(rowOf(type).data, { ...(data as JsonObject), ...OURS[type] })
    if (fault) throw new Unfit(`${fault.path || 'data'} ${fault.problem}`)
    return { type, data: data as JsonObject }
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    const nativeType = typeof type === 'string' ? type.slice(0, 100) : null
    return { type: 'agent_unparsed', data: { nativeType, problem: error.message } }
  }
}

class Unfit extends Error {}

/** A copy that is JSON and nothing else; long texts cut. */
function plain(value: unknown, levels: number, seen: { members: number }): Json {
  if (typeof value === 'string') return value.length > MAX_TEXT ? cut(value) : value
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value !== 'object') throw new Unfit(`holds a ${typeof value}`)
  if (levels === 0) throw new Unfit(`is nested deeper than ${MAX_DEPTH}`)
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  seen.members += entries.length
  if (seen.members > MAX_MEMBERS) throw new Unfit(`has more than ${MAX_MEMBERS} members`)
  if (Array.isArray(value)) return value.map((item) => plain(item ?? null, levels - 1, seen))
  return Object.fromEntries(entries.map(([key, member]) => [key, plain(member, levels - 1, seen)]))
}

function cut(text: string): string {
  return `${text.slice(0, MAX_TEXT)}… (cut: ${text.length} characters in all)`
}
