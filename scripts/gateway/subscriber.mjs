import { WebSocket } from 'ws'

/** @typedef {import('../torture/check.mjs').WireEvent} WireEvent */

/** One WebSocket that joins sessions and resumes each from the last seq it saw there. */
export class Subscriber {
  /** @type {Map<string, number>} the last seq seen, by the name it joined under */
  #cursors = new Map()
  /** @type {Map<string, string>} */
  #names = new Map()
  #epoch = ''
  #resumes
  #onEvent

  /** @param {{resumes: boolean, onEvent: (event: WireEvent) => void}} options */
  constructor({ resumes, onEvent }) {
    this.#resumes = resumes
    this.#onEvent = onEvent
  }

  /**
   * Resolves when every session is joined and replayed.
   * @param {number} port @param {string} token @param {string[]} sessions
   * @returns {Promise<{closed: Promise<void>, close: () => void}>}
   */
  join(port, token, sessions) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
    /** @param {object} message */
    const send = (message) => socket.send(JSON.stringify(message))
    const closed = new Promise((resolve) => socket.once('close', () => resolve(undefined)))
    let replays = 0
    return new Promise((resolve, reject) => {
      socket.once('open', () => send({ type: 'authenticate', token }))
      socket.on('error', reject)
      socket.once('close', () => reject(new Error('the connection closed before every session was joined')))
      socket.on('message', (bytes) => {
        const message = JSON.parse(String(bytes))
        if (message.type === 'authenticated') for (const session of sessions) send(this.#joinOf(session))
        else if (message.type === 'state_snapshot') this.#snapshot(message, reject)
        else if (message.type === 'error')
          reject(new Error(`/ws refused: ${message.code} ${message.message}`))
        else if (typeof message.seq === 'number') this.#event(message)
        if (message.type !== 'replay_complete') return
        replays += 1
        if (replays === sessions.length) resolve({ closed, close: () => socket.close() })
      })
    })
  }

  /** @param {string} session */
  #joinOf(session) {
    const afterSeq = this.#cursors.get(session)
    const cursor = this.#resumes && afterSeq !== undefined ? { afterSeq, epoch: this.#epoch } : {}
    return { type: 'join_session', sessionId: session, ref: session, ...cursor }
  }

  /** @param {{ref: string, epoch: string, session: {id: string}}} snapshot @param {(error: Error) => void} reject */
  #snapshot({ ref, epoch, session }, reject) {
    if (this.#epoch !== '' && this.#epoch !== epoch) reject(new Error('the log changed its epoch'))
    this.#epoch = epoch
    this.#names.set(session.id, ref)
  }

  /** @param {WireEvent} event */
  #event(event) {
    const name = this.#names.get(event.sessionId)
    if (name !== undefined) this.#cursors.set(name, event.seq)
    this.#onEvent(event)
  }
}
