import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const waiting = new WeakMap<Socket, Set<() => void>>()

/** Tells when a connection is gone, unless the function it returns is called before. */
export function onConnectionEnd(socket: Socket, listener: () => void): () => void {
  const listeners = waiting.get(socket) ?? listenTo(socket)
  // An entry of its own: the same listener may be given twice.
  const told = () => listener()
  listeners.add(told)
  return () => void listeners.delete(told)
}

/**
 * Tells once that an answer is over: all of it is out, or its reader left. Of an answer that waits for those before it on
 * its connection Node never says that the connection is gone, so that is listened to as well.
 */
export function onAnswerEnd(request: IncomingMessage, response: ServerResponse, listener: () => void): void {
  // The reader may have left while the request was looked at: then there is nothing more to come.
  if (response.destroyed || request.socket.destroyed) {
    listener()
    return
  }
  const over = () => {
    forget()
    response.off('close', over)
    listener()
  }
  const forget = onConnectionEnd(request.socket, over)
  response.once('close', over)
}

/** One listener for each connection, however many answers it carries. */
function listenTo(socket: Socket): Set<() => void> {
  const listeners = new Set<() => void>()
  waiting.set(socket, listeners)
  socket.once('close', () => {
    for (const told of [...listeners]) told()
    listeners.clear()
  })
  return listeners
}
