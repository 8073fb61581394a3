import type { FastifyRequest } from 'fastify'

/** Whether the client has what carries this ETag: If-None-Match is a list, or `*`, compared weakly (RFC 9110). */
export function isSame(request: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const held = request.headers['if-none-match']
  if (held === undefined) return false
  return held.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
}
