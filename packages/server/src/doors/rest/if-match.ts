import { SignalboxError } from '@signalbox/protocol'
import type { FastifyRequest } from 'fastify'

const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/** The revisions a change is meant for; undefined: any. A weak tag never fits: it says only that something is alike. */
export function ifMatch(request: FastifyRequest): string[] | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').flatMap((part) => {
    const [, weak, tag] = TAG.exec(part.trim()) ?? []
    if (tag !== undefined) return weak === undefined ? [tag] : []
    throw new SignalboxError('invalidMessage', 'If-Match must hold an entity tag in quotes, or *', {
      field: 'If-Match',
    })
  })
}
