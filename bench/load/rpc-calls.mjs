import { request } from 'node:http'
import { Histogram, micros } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'

// One bidirectional stream of JSON-RPC: each call is sent when the one before is answered.
const settings = answerQuestions({ connect, run })
/** @type {{port: number, token: string}} */
const { port, token } = settings

const call = request({
  port,
  host: '127.0.0.1',
  method: 'POST',
  path: '/rpc/stream',
  headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
})
let rest = ''
let lastId = 0
/** @type {(line: any) => void} */
let onLine = () => {}

/** @returns {Promise<object>} */
function connect() {
  call.on('error', fail).flushHeaders()
  return new Promise((resolve) => {
    call.once('response', (response) => {
      if (response.statusCode !== 200) fail(`the stream was answered ${response.statusCode}`)
      response
        .setEncoding('utf8')
        .on('data', take)
        .on('end', () => fail('the stream ended'))
      resolve({})
    })
  })
}

/** @param {string} text */
function take(text) {
  const lines = `${rest}${text}`.split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) if (line !== '') onLine(JSON.parse(line))
}

/** Calls for a while and tells how long each took. @param {{seconds: number}} details @returns {Promise<object>} */
function run({ seconds }) {
  const latencies = new Histogram()
  const end = micros() + seconds * 1e6
  return new Promise((resolve) => {
    let sent = 0
    const next = () => {
      lastId += 1
      sent = micros()
      call.write(`{"jsonrpc":"2.0","id":${lastId},"method":"holon/status"}\n`)
    }
    onLine = ({ id, result }) => {
      if (id !== lastId || !result) fail(`call ${lastId} was answered ${id}`)
      const now = micros()
      latencies.record(now - sent)
      if (now < end) next()
      else resolve({ latencies: latencies.counts })
    }
    next()
  })
}
