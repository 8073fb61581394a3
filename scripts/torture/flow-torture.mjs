import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Door } from '../gateway/door.mjs'
import { freePort, readToken, startProcess, upCommand } from '../gateway/process.mjs'
import { DeliveryCheck } from './delivery-check.mjs'
import { seededRandom } from './random.mjs'

const RECEIVER = fileURLToPath(new URL('./receiver.mjs', import.meta.url))
const SESSIONS = ['Flow 1', 'Flow 2', 'flow-3']
const SENDERS = 4
const SHARE_OF_KILLS_AT_START = 0.1
const FINISH_MS = 120_000

/**
 * Kills one gateway after another while it posts webhooks for what comes in, and holds what the receiver wrote down
 * against what the gateway said of it.
 */
export class FlowTorture {
  kills = 0
  sent = 0
  #check = new DeliveryCheck()
  /** What the log has said is done, and the receiver was told of. */
  #done = /** @type {Set<string>} */ (new Set())
  #startMs = 500
  /** @type {import('../gateway/process.mjs').GatewayProcess | undefined} */
  #gateway
  /** Events that were not acknowledged yet, to be sent again word for word. */
  #open = /** @type {number[]} */ ([])
  #next = 0

  /** @param {{dataDir: string, seed: number, events: number}} given */
  static async prepare({ dataDir, seed, events }) {
    const file = join(dataDir, 'received.ndjson')
    writeFileSync(file, '')
    const receiver = startProcess([process.execPath, RECEIVER, file, String(seed)])
    const target = await receiver.listening
    const random = seededRandom(seed)
    mkdirSync(join(dataDir, 'flows'), { recursive: true })
    writeFileSync(
      join(dataDir, 'config.json'),
      JSON.stringify({ webhooks: { allow: [`127.0.0.1:${target}`] } }),
    )
    writeFileSync(join(dataDir, 'flows', 'all.yaml'), flowFile('all', target, {}))
    writeFileSync(join(dataDir, 'flows', 'even.yaml'), flowFile('even', target, { parity: 'even' }))
    return new FlowTorture({ dataDir, events, file, receiver, target, random, port: await freePort() })
  }

  /**
   * @param {{dataDir: string, events: number, file: string, receiver: import('../gateway/process.mjs').GatewayProcess,
   *   target: number, random: import('./random.mjs').Random, port: number}} given
   */
  constructor(given) {
    this.given = given
  }

  /** Start, look at what is done, send the next events, kill -9. @param {number} left kills to come, this one included */
  async killOnce(left) {
    const { random } = this.given
    if (this.#next > 0 && random.chance(SHARE_OF_KILLS_AT_START)) await this.#killAtStart()
    else await this.#killUnderLoad(left)
    this.kills += 1
  }

  /** A last start that is left alone until nothing is to be done any more. */
  async finish() {
    const door = await this.#start()
    await this.#look(door)
    this.#hand(this.given.events - this.#next)
    await this.#send(() => false)
    const deadline = Date.now() + FINISH_MS
    for (;;) {
      const left = [...(await deliveries(door, 'pending')), ...(await deliveries(door, 'running'))]
      if (left.length === 0 && (await this.#allTaken(door))) break
      if (Date.now() > deadline) throw new Error(`${left.length} deliveries do not come to an end`)
      await setTimeout(100)
    }
    for (const status of ['dead', 'unknown', 'stopped'])
      for (const { id } of await deliveries(door, status)) this.#check.unfinished(id, `is ${status}`)
    await this.#look(door)
    for (const { id } of await deliveries(door, 'done')) this.#check.expect(id)
    door.close()
    const end = await this.#gateway?.stop()
    if (end?.code !== 0)
      throw new Error(`SIGTERM ended the gateway with ${end?.signal ?? end?.code}, not with 0`)
  }

  async end() {
    this.#gateway?.signal('SIGKILL')
    await this.#gateway?.ended
    await this.given.receiver.stop()
  }

  verdict() {
    const lines = readFileSync(this.given.file, 'utf8').split('\n').filter(Boolean)
    return this.#check.verdict(lines.map((line) => JSON.parse(line)))
  }

  /** Every event leads to one delivery, every second to two. @param {Door} door */
  async #allTaken(door) {
    const { events } = this.given
    return (await deliveries(door, 'done')).length >= events + Math.ceil(events / 2)
  }

  async #start() {
    const { port, dataDir } = this.given
    const begun = Date.now()
    this.#gateway = startProcess(upCommand({ port, dataDir }))
    await this.#gateway.listening
    this.#startMs = Date.now() - begun
    return new Door(port, readToken(dataDir))
  }

  /** What the log says is done now must not be sent any more. @param {Door} door */
  async #look(door) {
    const keys = (await deliveries(door, 'done')).map(({ id }) => id).filter((id) => !this.#done.has(id))
    for (const key of keys) this.#done.add(key)
    await this.#note({ done: keys })
  }

  /** Writes into the list of the receiver, between what it received before and after. @param {import('./delivery-check.mjs').Entry} entry */
  async #note(entry) {
    const door = new Door(this.given.target, '')
    const { status } = await door.post('/note', JSON.stringify(entry))
    door.close()
    if (status !== 200) throw new Error(`the receiver answered a note with ${status}`)
  }

  async #killAtStart() {
    const { port, dataDir } = this.given
    this.#gateway = startProcess(upCommand({ port, dataDir }))
    await this.#killWithin(0, this.#startMs)
  }

  /** @param {number} left */
  async #killUnderLoad(left) {
    const door = await this.#start()
    await this.#look(door)
    door.close()
    this.#hand(Math.ceil((this.given.events - this.#next) / left))
    let dying = false
    const killed = this.#killWithin(0, 250, () => {
      dying = true
    })
    await Promise.all([killed, this.#send(() => dying)])
  }

  /** @param {number} count */
  #hand(count) {
    for (let n = 0; n < count; n += 1) this.#open.push(this.#next++)
  }

  /** Sends what is open over some connections; what is not acknowledged stays open. @param {() => boolean} dying */
  async #send(dying) {
    const { port, dataDir } = this.given
    const token = readToken(dataDir)
    const queue = [...this.#open]
    const acknowledged = new Set()
    const sender = async () => {
      const door = new Door(port, token)
      try {
        for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
          const session = SESSIONS[n % SESSIONS.length] ?? ''
          const envelope = {
            session_id: session,
            event_id: `flow-${n}`,
            payload: { type: 'progress', plan_file: 'p', n, parity: n % 2 === 0 ? 'even' : 'odd' },
          }
          const { status, text } = await door.post(
            `/api/sessions/${encodeURIComponent(session)}/notify`,
            JSON.stringify(envelope),
          )
          if (status !== 204) throw new Refused(`event ${n} was answered ${status}: ${text}`)
          acknowledged.add(n)
        }
      } catch (error) {
        if (error instanceof Refused || !dying()) throw error
      } finally {
        door.close()
      }
    }
    await Promise.all(Array.from({ length: SENDERS }, sender))
    this.#open = this.#open.filter((n) => !acknowledged.has(n))
    this.sent += acknowledged.size
  }

  /** @param {number} low @param {number} high @param {() => void} [before] */
  async #killWithin(low, high, before) {
    const gateway = this.#gateway
    if (!gateway) return
    await setTimeout(this.given.random.between(low, high))
    before?.()
    gateway.signal('SIGKILL')
    const { code, signal } = await gateway.ended
    await this.#note({ killed: true })
    if (signal !== 'SIGKILL') throw new Error(`the gateway ended by itself (${signal ?? code})`)
  }
}

class Refused extends Error {}

/** @param {string} id @param {number} port @param {Record<string, string>} where */
function flowFile(id, port, where) {
  const flow = {
    ...{ id, event_type: 'notify_progress', where },
    bindings: [{ activity_id: 'post_webhook', config: { url: `http://127.0.0.1:${port}/${id}` } }],
  }
  return JSON.stringify({ version: 1, flows: [flow] })
}

/** @param {Door} door @param {string} status @returns {Promise<{id: string}[]>} */
async function deliveries(door, status) {
  const found = []
  let after = ''
  for (let page = 0; page < 10_000; page += 1) {
    const { status: code, text } = await door.get(`/api/flow/deliveries?status=${status}&limit=1000${after}`)
    if (code !== 200) throw new Error(`deliveries were answered ${code}: ${text}`)
    const { deliveries: read, next } = JSON.parse(text)
    found.push(...read)
    if (next === null) return found
    after = `&after=${next}`
  }
  throw new Error('the deliveries have no end')
}
