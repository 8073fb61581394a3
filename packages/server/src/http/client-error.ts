import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Node keeps the answer that is on its way at the connection; its own handler of such errors looks at it too. */
type Answering = Socket & { _httpMessage?: ServerResponse | null }

/** Answers what could not be read as an HTTP request, in plain text, and hangs up. */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  hangUp(socket, STATUS_OF[error.code ?? ''] ?? 400)
}

/** The last thing said on a connection, below fastify: there may be no request to answer yet. */
export function hangUp(socket: Socket, status: number): void {
  // In the middle of an answer nothing else can be said: its reader would take it for a part of that.
  if ((socket as Answering)._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const text = STATUS_CODES[status] ?? 'Error'
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    () => socket.destroy(),
  )
}
