import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSame } from '../../http/is-same.js'
import { JSON_UTF8 } from '../rest/media-type.js'

interface Served {
  body: Buffer
  etag: string
}

const NAMES = ['openapi.json', 'asyncapi.json', 'openrpc.json'] as const
type Name = (typeof NAMES)[number]

/** GET /openapi.json, /asyncapi.json and /openrpc.json: what the gateway speaks, for programs. No secret is in them: they are open. */
export function addDocumentsDoor(app: FastifyInstance): void {
  const known = new Map<Name, Promise<Served>>()
  const send = (name: Name) => async (request: FastifyRequest, reply: FastifyReply) => {
    const made = known.get(name) ?? make(name)
    known.set(name, made)
    // What failed once may do the next time.
    made.catch(() => known.delete(name))
    const { body, etag } = await made
    reply.headers({ 'content-type': JSON_UTF8, 'cache-control': 'no-cache', etag })
    if (isSame(request, etag)) return reply.code(304).send()
    return reply.send(body)
  }
  for (const name of NAMES) app.get(`/${name}`, { config: { open: true } }, send(name))
}

/** Loaded on first use: most gateways are never asked, and their start should not pay for it. */
async function make(name: Name): Promise<Served> {
  const { DOCUMENTS } = await import('@signalbox/protocol/documents')
  const body = Buffer.from(DOCUMENTS[name]())
  return { body, etag: `"${hash('sha256', body, 'base64url')}"` }
}
