import { encodeEvent } from '@signalbox/protocol'
import type { Subscriber } from '../hub/subscriber.js'
import type { BoardChange, WatchBoard } from './board.js'

/** With more than this on its way a reader is behind, and gets the list again when it has caught up. */
const BEHIND_BYTES = 1024 * 1024

/** The readers of the board. One that is slow is told less often, never more than it can take. */
export class BoardReaders {
  readonly #board: WatchBoard
  readonly #readers = new Map<string, Set<Reader>>()
  readonly #stop: () => void

  constructor(board: WatchBoard) {
    this.#board = board
    this.#stop = board.onChange((tenantId, changes) => {
      const readers = this.#readers.get(tenantId)
      if (!readers) return
      const chunk = Buffer.from(changes.map(frameOf).join(''))
      for (const reader of readers) {
        if (reader.subscriber.closed) this.#leave(tenantId, reader)
        else this.#tell(tenantId, reader, chunk)
      }
    })
  }

  /** The list, and from here on what changes of it. */
  join(tenantId: string, subscriber: Subscriber): void {
    const readers = this.#readers.get(tenantId) ?? new Set()
    for (const reader of readers) if (reader.subscriber.closed) readers.delete(reader)
    this.#readers.set(tenantId, readers.add({ subscriber, behind: false }))
    this.#tellList(tenantId, subscriber)
  }

  close(): void {
    this.#stop()
    this.#readers.clear()
  }

  #tell(tenantId: string, reader: Reader, chunk: Buffer): void {
    const { subscriber } = reader
    if (reader.behind) return
    if (subscriber.pendingBytes <= BEHIND_BYTES) {
      subscriber.replay(chunk)
      return
    }
    reader.behind = true
    void subscriber.drained().then(() => {
      reader.behind = false
      if (!subscriber.closed) this.#tellList(tenantId, subscriber)
    })
  }

  #tellList(tenantId: string, subscriber: Subscriber): void {
    subscriber.reply({ type: 'watch_list', entries: this.#board.list(tenantId) })
  }

  #leave(tenantId: string, reader: Reader): void {
    const readers = this.#readers.get(tenantId)
    readers?.delete(reader)
    if (readers?.size === 0) this.#readers.delete(tenantId)
  }
}

interface Reader {
  subscriber: Subscriber
  behind: boolean
}

function frameOf(change: BoardChange): string {
  return `event: watch_state\ndata: ${textOf(change)}\n\n`
}

function textOf(change: BoardChange): string {
  if ('event' in change) return encodeEvent(change.event, 'snake')
  const { left, seq, ts } = change
  const { sessionId, ...glance } = left
  return JSON.stringify({ type: 'watch_state', sessionId, seq, ts, ...glance })
}
