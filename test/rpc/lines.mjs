import { request } from 'node:http'

/**
 * A stream of JSON-RPC of a running gateway, read as lines. With a method of POST it is written to as well.
 * @param {{url: string, token: string}} gateway @param {{method?: string, query?: string}} [options]
 */
export function openLines({ url, token }, { method = 'GET', query = '' } = {}) {
  const call = request(`${url}/rpc/stream${query}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  })
  /** @type {any[]} */
  const lines = []
  /** @type {Set<() => void>} */
  const watchers = new Set()
  let rest = ''
  let ended = false
  const opened = new Promise((resolve, reject) => {
    call.once('error', reject)
    call.once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`the stream was answered ${response.statusCode}`))
      response.setEncoding('utf8').on('data', take)
      for (const end of ['end', 'close', 'error']) response.on(end, finish)
      resolve(response)
    })
  })
  // Who does not wait for it hears of it by the end.
  opened.catch(() => undefined)
  call.on('error', finish)
  if (method === 'GET') call.end()
  else call.flushHeaders()

  /** @param {string} text */
  function take(text) {
    const whole = `${rest}${text}`.split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) if (line !== '') lines.push(JSON.parse(line))
    for (const look of watchers) look()
  }

  function finish() {
    ended = true
    for (const look of watchers) look()
  }

  return {
    lines,
    opened,
    /** @param {object} message */
    send: (message) => call.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    end: () => call.end(),
    close: () => call.destroy(),
    /** Waits until what has come is enough, or no more will. @param {(lines: any[]) => boolean} enough @returns {Promise<void>} */
    until: (enough) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const done = enough(lines)
          if (!done && !ended) return
          watchers.delete(look)
          if (done) resolve()
          else reject(new Error('the stream ended before'))
        }
        watchers.add(look)
        look()
      }),
  }
}

/** One call by POST /rpc. @param {{url: string, token: string}} gateway @param {string} method @param {object} [params] @returns {Promise<any>} */
export async function rpc({ url, token }, method, params) {
  const answer = await fetch(`${url}/rpc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await answer.json()
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}

/** Events from outside: so many notifications in one batch. @param {{url: string, token: string}} gateway @param {string} session @param {number} count @param {string} [text] */
export async function notify({ url, token }, session, count, text = 'x'.repeat(200)) {
  const line = () => JSON.stringify({ session_id: session, payload: { type: 'agent-notice', message: text } })
  const answer = await fetch(`${url}/api/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: Array.from({ length: count }, line).join('\n'),
  })
  await answer.text()
  if (answer.status !== 200) throw new Error(`notify was answered ${answer.status}`)
}
