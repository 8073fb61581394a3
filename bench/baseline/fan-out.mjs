import { createHash } from 'node:crypto'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** WebSocket subscribers that all get everything: each text is framed once, each group written once per socket. */
export function fanOut() {
  /** @type {Set<import('node:stream').Duplex>} */
  const sockets = new Set()
  return {
    /** @param {import('node:http').IncomingMessage} request @param {import('node:stream').Duplex} socket */
    add(request, socket) {
      const accept = createHash('sha1')
        .update(`${request.headers['sec-websocket-key']}${GUID}`)
        .digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
      sockets.add(socket)
      socket.resume()
      socket.on('error', () => socket.destroy())
      socket.once('close', () => sockets.delete(socket))
    },
    /** @param {string[]} texts */
    send(texts) {
      if (sockets.size === 0 || texts.length === 0) return
      const bytes = Buffer.concat(texts.map(frame))
      for (const socket of sockets) socket.write(bytes)
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** One unmasked text frame; events are always between 126 bytes and 64 KiB. @param {string} text */
function frame(text) {
  const length = Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(4 + length)
  bytes[0] = 0x81
  bytes[1] = 126
  bytes.writeUInt16BE(length, 2)
  bytes.write(text, 4)
  return bytes
}
