import { Door, readEvents } from '../gateway/door.mjs'
import { freePort, readToken, startProcess, upCommand } from '../gateway/process.mjs'
import { Subscriber } from '../gateway/subscriber.mjs'
import { Check } from './check.mjs'
import { Ledger } from './ledger.mjs'
import { openSessions, sendUntilKilled } from './load.mjs'
import { seededRandom } from './random.mjs'

const SESSIONS = ['Torture 1', 'Torture 2', 'torture-3', 'torture-4', 'torture-5', 'torture-6']
const CONNECTIONS = 16
const BATCH_CONNECTIONS = 4
const SHARE_OF_KILLS_AT_START = 0.1

/** Kills one gateway after another over one data directory, and looks each time for what was acknowledged. */
export class Torture {
  kills = 0
  #ledger = new Ledger()
  #check = new Check(this.#ledger)
  #subscribers = [true, false, true].map(
    (resumes, index) =>
      new Subscriber({ resumes, onEvent: (event) => this.#check.live(`subscriber ${index}`, event) }),
  )
  #opened = false
  #startMs = 500
  /** @type {import('../gateway/process.mjs').GatewayProcess | undefined} */
  #gateway
  #dataDir
  #port
  #random

  /** @param {{dataDir: string, seed: number}} given */
  static async prepare({ dataDir, seed }) {
    return new Torture(dataDir, await freePort(), seededRandom(seed))
  }

  /** @param {string} dataDir @param {number} port @param {import('./random.mjs').Random} random */
  constructor(dataDir, port, random) {
    this.#dataDir = dataDir
    this.#port = port
    this.#random = random
  }

  get acknowledged() {
    return this.#ledger.size
  }

  verdict() {
    return this.#check.verdict()
  }

  /** Start, look, load, kill -9; one time in ten the kill falls into the start itself. @param {{whole: boolean}} how */
  async killOnce({ whole }) {
    if (this.#random.chance(SHARE_OF_KILLS_AT_START)) await this.#killAtStart()
    else await this.#killUnderLoad(whole)
    this.kills += 1
  }

  /** A clean stop, a new start, and a last look at everything. */
  async stopAndLook() {
    await this.#start()
    await this.#look(true)
    await this.#stop()
    await this.#start()
    await this.#look(true)
    await this.#stop()
  }

  /** Leaves no process behind. */
  async end() {
    this.#gateway?.signal('SIGKILL')
    await this.#gateway?.ended
  }

  async #start() {
    const begun = Date.now()
    this.#gateway = startProcess(upCommand({ port: this.#port, dataDir: this.#dataDir }))
    await this.#gateway.listening
    this.#startMs = Date.now() - begun
    return this.#gateway
  }

  async #stop() {
    const end = await this.#gateway?.stop()
    if (end?.code !== 0)
      throw new Error(`SIGTERM ended the gateway with ${end?.signal ?? end?.code}, not with 0`)
  }

  async #killAtStart() {
    this.#gateway = startProcess(upCommand({ port: this.#port, dataDir: this.#dataDir }))
    await this.#killWithin(this.#gateway, 0, this.#startMs)
  }

  /** @param {boolean} whole */
  async #killUnderLoad(whole) {
    const gateway = await this.#start()
    const token = readToken(this.#dataDir)
    if (!this.#opened) await this.#open(token)
    await this.#look(whole)
    const joined = await Promise.all(
      this.#subscribers.map((subscriber) => subscriber.join(this.#port, token, SESSIONS)),
    )
    let dying = false
    const load = Array.from({ length: CONNECTIONS }, (_, index) =>
      sendUntilKilled({
        port: this.#port,
        token,
        worker: index + 1,
        batches: index < BATCH_CONNECTIONS,
        sessions: SESSIONS,
        ledger: this.#ledger,
        random: this.#random,
        dying: () => dying,
      }),
    )
    const killed = this.#killWithin(gateway, 20, 400, () => {
      dying = true
    })
    await Promise.all([killed, ...load, ...joined.map(({ closed }) => closed)])
  }

  /** @param {string} token */
  async #open(token) {
    const door = new Door(this.#port, token)
    await openSessions(door, SESSIONS, this.#ledger)
    door.close()
    this.#opened = true
  }

  /** @param {boolean} whole */
  async #look(whole) {
    const door = new Door(this.#port, readToken(this.#dataDir))
    const read = new Map()
    for (const session of SESSIONS) {
      const after = whole ? 0 : this.#check.head(session)
      read.set(session, await readEvents(door, session, after))
    }
    door.close()
    this.#check.look(read, { whole })
  }

  /**
   * The moment is random by design: what matters is that any moment is as good as another.
   * @param {import('../gateway/process.mjs').GatewayProcess} gateway
   * @param {number} low @param {number} high milliseconds from now @param {() => void} [before]
   */
  async #killWithin(gateway, low, high, before) {
    const timer = setTimeout(
      () => {
        before?.()
        gateway.signal('SIGKILL')
      },
      this.#random.between(low, high),
    )
    const { code, signal } = await gateway.ended
    clearTimeout(timer)
    if (signal !== 'SIGKILL') throw new Error(`the gateway ended by itself (${signal ?? code})`)
  }
}
