import { Agent, request } from 'node:http'
import { answerQuestions } from '../load/load-process.mjs'

// Posts as fast as a bare loop of node:http does, so many at once.
const settings = answerQuestions({ post })
/** @type {{port: number, atOnce: number}} */
const { port, atOnce } = settings
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** @param {{requests: number, body: string}} details */
async function post({ requests, body }) {
  let left = requests
  const sender = async () => {
    while (left > 0) {
      left -= 1
      await send(body)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return {}
}

/** @param {string} body @returns {Promise<void>} */
function send(body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/', agent, headers },
      (response) => {
        response.resume().once('end', resolve)
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}
