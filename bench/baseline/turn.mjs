import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setImmediate as breath } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DeltaText } from '../load/delta-text.mjs'
import { fanOut } from './fan-out.mjs'

// The bare minimum of a turn: somebody says the same deltas at the same pace, each is put into the same frame once, and
// the frames of one event-loop turn are written together, once per client. No agent to drive, no state, no log.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, port: { type: 'string', default: '0' } },
})

/** The demo agent lets others have the event loop as often. */
const SAYS_PER_BREATH = 64

const subscribers = fanOut()
const sessionId = randomUUID()
let seq = 0
/** @type {string[]} */
let frames = []

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { deltas, bytes } = JSON.parse(body)
  response.writeHead(204).end()
  await play(new DeltaText(deltas, bytes))
})
server.on('upgrade', (request, socket) => subscribers.add(request, socket))

/** @param {DeltaText} text */
async function play(text) {
  const turnId = `turn_${randomUUID()}`
  for (let number = 1; number <= text.deltas; number += 1) {
    await say('text_delta', turnId, `"text":${JSON.stringify(text.piece(number))}`)
    if (number % SAYS_PER_BREATH === 0) await breath()
  }
  await say('turn_complete', turnId, '"finalText":""')
}

/** @param {string} type @param {string} turnId @param {string} data */
async function say(type, turnId, data) {
  seq += 1
  const head = `{"type":"${type}","sessionId":"${sessionId}","seq":${seq},"ts":${Date.now()}`
  frames.push(`${head},"turnId":"${turnId}",${data}}`)
  if (frames.length === 1) setImmediate(flush)
}

function flush() {
  subscribers.send(frames)
  frames = []
}

server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)
})

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  subscribers.close()
})
