import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const OF_THE_UPGRADE = new Set(['upgrade', 'connection', 'http2-settings'])

/**
 * Gives a request back to the server as if it had not offered an upgrade. Node hands every upgrade to the one listener
 * there is, also those to protocols we do not speak (clients that offer h2c); a server may ignore such an offer.
 */
export function readAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { rawHeaders } = request
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!OF_THE_UPGRADE.has(name.toLowerCase())) lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
