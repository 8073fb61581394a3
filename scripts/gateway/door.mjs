import { Agent, request } from 'node:http'

/** @typedef {{status: number, text: string}} Answer */

/** The gateway's HTTP doors over one kept-alive connection. */
export class Door {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #port
  #token

  /** @param {number} port @param {string} token */
  constructor(port, token) {
    this.#port = port
    this.#token = token
  }

  /** @param {string} path @param {string} body @param {string} [type] */
  post(path, body, type = 'application/json') {
    return this.#send('POST', path, body, type)
  }

  /** @param {string} path */
  get(path) {
    return this.#send('GET', path)
  }

  close() {
    this.#agent.destroy()
  }

  /**
   * @param {string} method @param {string} path @param {string} [body] @param {string} [type]
   * @returns {Promise<Answer>} rejects when the connection ends without a whole answer
   */
  #send(method, path, body, type) {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#token}` }
      if (body !== undefined) {
        Object.assign(headers, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
      }
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path, headers }
      const sent = request(options, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.once('error', reject)
        response.once('close', () => reject(new Error('the connection ended within an answer')))
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
}

/**
 * Every stored event of a session after a seq, page by page; none when the gateway does not know the session.
 * @param {Door} door @param {string} session @param {number} after
 */
export async function readEvents(door, session, after) {
  /** @type {{type: string, sessionId: string, seq: number, ts: number}[]} */
  const events = []
  for (let page = 0; page < 100_000; page += 1) {
    const from = events.at(-1)?.seq ?? after
    const path = `/api/sessions/${encodeURIComponent(session)}/events?after=${from}&limit=1000`
    const { status, text } = await door.get(path)
    if (status === 404) return events
    if (status !== 200) throw new Error(`reading ${session} was answered ${status}: ${text}`)
    const { events: read, next } = JSON.parse(text)
    events.push(...read)
    if (read.length === 0 || next === null || next === undefined) return events
  }
  throw new Error(`${session} has no end`)
}
