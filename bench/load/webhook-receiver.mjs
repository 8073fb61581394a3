import { once } from 'node:events'
import { createServer } from 'node:http'
import { micros } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'

// A receiver of webhooks that reads each and says it is taken.
answerQuestions({ open, expect })

let count = 0
let expected = Number.POSITIVE_INFINITY
let skipped = 0
let first = 0
/** @type {(took: object) => void} */
let reached = () => {}

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(204).end()
    count += 1
    if (count === skipped) first = micros()
    if (count === expected) reached({ perSecond: ((expected - skipped) / (micros() - first)) * 1e6 })
  })
})

async function open() {
  server.on('error', fail).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: /** @type {import('node:net').AddressInfo} */ (server.address()).port }
}

/** Counts from now on; answers when so many have come, with how fast they came after the first of them. @param {{requests: number, first: number}} details */
function expect({ requests, first: warmUp }) {
  count = 0
  skipped = warmUp
  expected = requests
  return /** @type {Promise<object>} */ (
    new Promise((resolve) => {
      reached = resolve
    })
  )
}
