import type { IncomingHttpHeaders } from 'node:http'
import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const JSON_TYPE = /^application\/(?:[\w!#$&^.+-]+\+)?json[ \t]*(?:;|$)/i
export const NDJSON_TYPE = /^application\/(?:x-)?(?:ndjson|jsonl)[ \t]*(?:;|$)/i
export const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml[ \t]*(?:;|$)/i

const NDJSON_ACCEPTED = /(?:^|,)[ \t]*application\/(?:x-)?(?:ndjson|jsonl)[ \t]*(?:;|,|$)/i

export const NDJSON = 'application/x-ndjson; charset=utf-8'
export const JSON_UTF8 = 'application/json; charset=utf-8'

/** Whether the client asks for one JSON value a line. */
export function acceptsNdjson(request: FastifyRequest): boolean {
  const { accept } = request.headers
  return accept !== undefined && NDJSON_ACCEPTED.test(accept)
}

/**
 * The routes of this instance read their bodies themselves. A media type that is given must be one of these; none, or
 * an empty one, is taken as JSON. It is checked before a byte of the body is read.
 */
export function takeBodies(door: FastifyInstance, types: readonly RegExp[]): void {
  door.removeAllContentTypeParsers()
  door.addContentTypeParser(['application/json', '*'], (_request, payload, done) => done(null, payload))
  door.addHook('onRequest', (request, _reply, done) => {
    checkMediaType(request.headers, types)
    if (request.headers['content-type'] === '') delete request.headers['content-type']
    done()
  })
}

/** Refuses a body that says it is something else. */
export function checkMediaType(headers: IncomingHttpHeaders, types: readonly RegExp[]): void {
  const type = headers['content-type']
  if (type === undefined || type === '' || types.some((known) => known.test(type))) return
  throw new SignalboxError('unsupportedMediaType', `This address does not take ${type.slice(0, 100)}.`)
}
