import type { Glance } from '@signalbox/protocol'
import type { Log } from '../log/log.js'

interface Waiting {
  sessionId: string
  isMeant: (glance: Glance) => boolean
  settle: (problem?: Error) => void
}

/** Waits until the agents of sessions are idle: a message must not go into the middle of their work. */
export class IdleAgents {
  readonly #waiting = new Set<Waiting>()
  #closed = false

  constructor(log: Pick<Log, 'onPublish'>) {
    log.onPublish((events) => {
      if (this.#waiting.size === 0) return
      for (const { type, sessionId, data } of events) {
        if (type === 'watch_state') this.#seen(sessionId, JSON.parse(data) as Glance)
      }
    })
  }

  /** Resolves when the agent is idle, or nobody waits any more; rejects when it has ended, or is not idle in time. */
  idle(sessionId: string, now: Glance | null, waitMs: number, signal?: AbortSignal): Promise<void> {
    if (this.#closed || signal?.aborted || isIdle(now)) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const stop = () => waiting.settle()
      const timer = setTimeout(
        () => waiting.settle(new Error('its agent did not become idle in time')),
        waitMs,
      )
      const waiting: Waiting = {
        sessionId,
        isMeant: isIdle,
        settle: (problem) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', stop)
          this.#waiting.delete(waiting)
          if (problem) reject(problem)
          else resolve()
        },
      }
      this.#waiting.add(waiting)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }

  /** Resolves when the agent has begun to work, or a moment later: what was typed is not told as soon as it is there. */
  async begun(sessionId: string, waitMs: number): Promise<void> {
    if (this.#closed) return
    await new Promise<void>((resolve) => {
      const waiting: Waiting = {
        sessionId,
        isMeant: (glance) => glance.state === 'busy',
        settle: () => end(),
      }
      const timer = setTimeout(() => end(), waitMs)
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
        resolve()
      }
      this.#waiting.add(waiting)
    })
  }

  close(): void {
    this.#closed = true
    for (const waiting of this.#waiting) waiting.settle()
  }

  #seen(sessionId: string, glance: Glance): void {
    for (const waiting of this.#waiting) {
      if (waiting.sessionId !== sessionId) continue
      if (waiting.isMeant(glance)) waiting.settle()
      else if (glance.state === 'ended') waiting.settle(new Error('its agent has ended'))
    }
  }
}

/** Nothing runs, and no dialog is open that would take the keys. One that waits for input is idle as well. */
function isIdle(glance: Glance | null): boolean {
  if (glance === null || glance.requestId !== undefined) return false
  return glance.state === 'idle' || glance.state === 'waiting'
}
