import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'

export const MAX_JSON_DEPTH = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Whether JSON text nests deeper than is taken. One pass, before it is parsed. */
export function isTooDeep(text: string, max = MAX_JSON_DEPTH): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === OPEN_OBJECT || sign === OPEN_ARRAY) {
      if (++depth > max) return true
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_ARRAY) depth--
  }
  return false
}

/** Where the string that starts here ends; past the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === BACKSLASH) at++
    else if (sign === QUOTE) return at
  }
  return text.length
}

/**
 * The JSON of request bodies: bounded in depth; an empty body is no body. A `__proto__` key is taken out rather than
 * refused, because what agents send is kept raw elsewhere and must not be turned away for a name.
 */
export function addJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else if (isTooDeep(text))
      done(new SignalboxError('invalidJson', `JSON nests at most ${MAX_JSON_DEPTH} deep here.`))
    else parse(request, text, done)
  })
}
