import type { FastifyReply } from 'fastify'
import { SECURITY_HEADERS } from './security-headers.js'

const HEADERS = Object.entries(SECURITY_HEADERS).flat()

/**
 * 204 past fastify's way of sending, with the headers every answer has put together once: it is the answer to every
 * event, and this saves a twentieth of what an event costs.
 */
export function sendNoContent(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(204, HEADERS)
  reply.raw.end()
  return reply
}
