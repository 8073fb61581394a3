import { SignalboxError, tooDeep } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'

const MAX_DEPTH = 64

/**
 * The JSON of request bodies: bounded in depth; an empty body is no body. A `__proto__` key is taken out rather than
 * refused: it is valid JSON, and nobody reads it.
 */
export function addJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else {
      parse(request, text, (error, value) => {
        if (error || !tooDeep(value, MAX_DEPTH)) done(error, value)
        else done(new SignalboxError('invalidJson', `JSON nests at most ${MAX_DEPTH} deep here.`))
      })
    }
  })
}
