import { parseSessionCursor } from '@signalbox/protocol'
import type { FastifyRequest } from 'fastify'
import type { JoinFrom } from '../../hub/join.js'
import { badParameter, type ParameterReader, readQuery } from '../rest/query.js'

const HEADER = 'Last-Event-ID'

const cursor: ParameterReader<JoinFrom | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return { afterSeq: Number(text) }
  const parsed = parseSessionCursor(text)
  if (parsed) return { afterSeq: parsed.seq, epoch: parsed.epoch }
  throw badParameter(name, `${name} must be a seq or the id of an event`)
}

/**
 * Where a reader wants to go on. The header wins over the address: a browser that reconnects sends the last id it saw,
 * to the address it was first given. With neither nothing is replayed.
 */
export function streamCursor(request: FastifyRequest): JoinFrom {
  const { after } = readQuery(request.query, { after: cursor })
  const last = request.headers['last-event-id']
  return cursor(last === undefined ? undefined : String(last), HEADER) ?? after ?? { afterSeq: null }
}
