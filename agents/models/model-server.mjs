import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { Until } from '../harness/until.mjs'
import { chat } from './chat.mjs'
import { gemini } from './gemini.mjs'
import { messages } from './messages.mjs'
import { responses } from './responses.mjs'
import { nextStep } from './script.mjs'

/** @typedef {import('./script.mjs').Step} Step */
/** @typedef {import('./script.mjs').Message} Message */
/** What an answer is written to. @typedef {{write: (text: string) => void, gone: () => boolean, ended: Promise<void>}} Stream */
/** @typedef {{id: string, model: string}} Ids */
/**
 * How one maker's models are spoken to.
 * @typedef {object} Wire
 * @property {(path: string) => boolean} matches
 * @property {(body: any) => {messages: Message[], tools: string[]}} read
 * @property {(step: Step, context: Ids & {stream: Stream}) => Promise<void>} answer
 * @property {(step: Step, ids: Ids) => object} [whole] the answer in one piece
 * @property {(body: any, path: string) => boolean} [streams]
 * @property {(status: number) => object} failure
 */
/** One call of the model. @typedef {{at: number, answeredAt: number | undefined, step: Step, heard: string, prompt: string}} Call */

const WIRES = [responses, messages, chat, gemini]

/** A model that does what the prompt says, over every wire the agents speak, on a loopback port of its own. */
export class ModelServer {
  /** Every call so far, oldest first. @type {Call[]} */
  calls = []
  #server = createServer((request, response) => {
    this.#serve(request, response).catch((error) => response.destroy(error))
  })
  #count = 0
  #until = new Until()

  static async start() {
    const model = new ModelServer()
    model.#server.listen(0, '127.0.0.1')
    await once(model.#server, 'listening')
    return model
  }

  get origin() {
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address())
    return `http://127.0.0.1:${port}`
  }

  /** The first call that fits, also one of the past. @param {(call: Call) => boolean} fits @param {number} [ms] @returns {Promise<Call>} */
  until(fits, ms) {
    const what = `a call of the model ${fits}`
    return this.#until.found(() => this.calls.find(fits), { ms, what, seen: () => this.told() })
  }

  /** What it was asked, for a person to read. */
  told() {
    return this.calls.map(({ step, heard }) => JSON.stringify({ heard, step }).slice(0, 300)).join('\n')
  }

  async stop() {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async #serve(request, response) {
    const at = Date.now()
    const path = new URL(request.url ?? '/', 'http://model').pathname
    const raw = await buffer(request)
    const wire = request.method === 'POST' ? WIRES.find(({ matches }) => matches(path)) : undefined
    if (wire === undefined) return sendJson(response, ...smallTalk(path))
    const body = readBody(raw, request.headers['content-encoding'])
    if (body === undefined) return sendJson(response, 400, wire.failure(400))
    const { messages: heard, tools } = wire.read(body)
    const step = nextStep(heard, new Set(tools))
    const call = this.#remember(at, step, heard)
    if (step.fail !== undefined) return sendJson(response, step.fail, wire.failure(step.fail))
    this.#count += 1
    const ids = { id: `${this.#count.toString(36)}${at.toString(36)}`, model: String(body.model ?? 'model') }
    const streams = wire.streams?.(body, path) ?? body.stream === true
    if (!streams && wire.whole !== undefined) sendJson(response, 200, wire.whole(step, ids))
    else {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      await wire.answer(step, { ...ids, stream: streamTo(response) })
      response.end()
    }
    call.answeredAt = Date.now()
    this.#until.tell()
  }

  /** @param {number} at @param {Step} step @param {Message[]} heard */
  #remember(at, step, heard) {
    const said = heard.findLastIndex(({ role }) => role === 'model')
    const answers = heard.slice(said + 1).filter(({ role }) => role === 'tool')
    const call = {
      at,
      answeredAt: /** @type {number | undefined} */ (undefined),
      step,
      heard: answers.map(({ text }) => text).join('\n'),
      prompt: heard.findLast(({ role }) => role === 'user')?.text ?? '',
    }
    this.calls.push(call)
    this.#until.tell()
    return call
  }
}

/** What agents ask besides: which models there are, how long a text is. @param {string} path @returns {[number, object]} */
function smallTalk(path) {
  if (path.endsWith('/models')) return [200, { object: 'list', data: [], models: [], has_more: false }]
  if (/count_?tokens$/i.test(path)) return [200, { input_tokens: 1200, totalTokens: 1200 }]
  return [404, { type: 'error', error: { type: 'not_found_error', message: 'there is nothing here' } }]
}

/** @param {Buffer} raw @param {string | undefined} encoding */
function readBody(raw, encoding) {
  try {
    return JSON.parse((encoding === 'gzip' ? gunzipSync(raw) : raw).toString('utf8'))
  } catch {
    return undefined
  }
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {object} body */
function sendJson(response, status, body) {
  // An agent that tries again by itself would only make the tests longer.
  response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false' })
  response.end(JSON.stringify(body))
}

/** @param {import('node:http').ServerResponse} response @returns {Stream} */
function streamTo(response) {
  const ended = once(response, 'close').then(() => {})
  return {
    write: (text) => void (response.destroyed || response.write(text)),
    gone: () => response.destroyed,
    ended,
  }
}
