import { parseLogCursor, parseSessionCursor } from '@signalbox/protocol'
import type { FastifyRequest } from 'fastify'
import type { JoinFrom } from '../../hub/join.js'
import type { LogFrom } from '../../hub/join-log.js'
import { badParameter, type ParameterReader } from '../rest/query.js'

const HEADER = 'Last-Event-ID'
const NUMBER = /^\d{1,15}$/

/** A place in a session: a seq, or the id of an event of its stream. */
export const sessionCursor: ParameterReader<JoinFrom | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  if (NUMBER.test(text)) return { afterSeq: Number(text) }
  const parsed = parseSessionCursor(text)
  if (parsed) return { afterSeq: parsed.seq, epoch: parsed.epoch }
  throw badParameter(name, `${name} must be a seq or the id of an event`)
}

/** A place in the log: an offset, or the id of an event of a stream over it. */
export const logCursor: ParameterReader<LogFrom | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  if (NUMBER.test(text)) return { afterOffset: Number(text) }
  const parsed = parseLogCursor(text)
  if (parsed) return { afterOffset: parsed.offset, epoch: parsed.epoch }
  throw badParameter(name, `${name} must be an offset or the id of an event`)
}

/**
 * Where a reader that comes back wants to go on. It wins over the address: a browser sends the last id it saw to the
 * address it was first given.
 */
export function resumeAfter<T>(
  request: FastifyRequest,
  cursor: ParameterReader<T | undefined>,
): T | undefined {
  const last = request.headers['last-event-id']
  return cursor(last === undefined ? undefined : String(last), HEADER)
}
