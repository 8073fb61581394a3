import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './security-headers.js'

const HEADERS = Object.entries(SECURITY_HEADERS).flat()

/** 204, with the headers every answer has put together once: it is the answer to every event. */
export function sendNoContent(response: ServerResponse): void {
  response.writeHead(204, HEADERS)
  response.end()
}
