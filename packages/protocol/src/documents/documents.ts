import type { JsonObject } from '../event.js'
import { asyncApiDocument } from './asyncapi.js'
import { openApiDocument } from './openapi.js'
import { openRpcDocument } from './openrpc.js'
import { vocabularyPage } from './vocabulary.js'

/** The generated documents by file name: the text each has on disk, and on the wire where it is served. */
export const DOCUMENTS = {
  'event-vocabulary.md': vocabularyPage,
  'openapi.json': () => json(openApiDocument()),
  'asyncapi.json': () => json(asyncApiDocument()),
  'openrpc.json': () => json(openRpcDocument()),
} as const satisfies Record<string, () => string>

function json(document: JsonObject): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
