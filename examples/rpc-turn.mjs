// A turn steered and interrupted on one connection: SIGNALBOX_TOKEN=… node examples/rpc-turn.mjs http://127.0.0.1:8080
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'

const headers = { authorization: `Bearer ${process.env.SIGNALBOX_TOKEN}` }
const body = new PassThrough()
const call = (id, method, params) => body.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
const NEXT = {
  1: ({ thread_id }) => call(2, 'turn/start', { thread_id, input: [{ content: [{ text: 'demo:slow' }] }] }),
  2: ({ turn_id }) => call(3, 'turn/steer', { turn_id, input: [{ content: [{ text: 'Hurry up' }] }] }),
  3: ({ turn_id }) => call(4, 'turn/interrupt', { turn_id, reason: 'that will do' }),
  4: () => body.end(),
}
call(1, 'thread/start', { agent: 'demo' })
const answer = await fetch(`${process.argv[2]}/rpc/stream`, { method: 'POST', headers, body, duplex: 'half' })
for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
  if (line !== '') console.log(line)
  const { id, result } = JSON.parse(line || '{}')
  NEXT[id]?.(result)
}
