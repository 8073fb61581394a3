import type { Writable } from 'node:stream'
import * as ws from 'ws'

// The types of ws do not name it, but it is exported.
const { Receiver } = ws as unknown as { Receiver: new (options: object) => Writable }

/** What a WebSocket client reads out of the bytes. */
export function readFrames(bytes: Buffer): string[] {
  const receiver = new Receiver({ isServer: false, allowSynchronousEvents: true })
  const texts: string[] = []
  receiver.on('message', (data: Buffer) => texts.push(data.toString()))
  receiver.write(bytes)
  return texts
}
