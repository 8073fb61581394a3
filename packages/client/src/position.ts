import { firstAfter, isForeign, type JoinStart } from './cursor.js'
import type { StreamItem } from './event-stream.js'
import type { Frame } from './frame.js'

type Snapshot = Frame<'state_snapshot'>

/**
 * How far one reader was told of one session. Several may read a session over one connection, and one that begins again
 * makes the gateway replay what the others have: each is told what is new to it, in order and once.
 */
export class Position {
  #seq: number | undefined
  #epoch = ''
  #foreign = false
  #left = false

  /** Where to go on from; undefined before the first snapshot. */
  get at(): Required<JoinStart> | undefined {
    return this.#seq === undefined ? undefined : { afterSeq: this.#seq, epoch: this.#epoch }
  }

  /** What comes is not for this reader until it begins again. */
  forget(): void {
    this.#left = true
  }

  /** The answer to this reader's own join. Without `afterSeq` a place it has is kept. */
  begin(snapshot: Snapshot, start: JoinStart): void {
    if (this.#seq !== undefined && start.afterSeq === undefined && !this.#left) {
      this.resumed(snapshot)
      return
    }
    this.#left = false
    this.#foreign = start.afterSeq !== undefined && isForeign(snapshot, start)
    this.#seq = firstAfter(snapshot, start)
    this.#epoch = snapshot.epoch
  }

  /** The answer to a join that was not asked for by this reader. */
  resumed(snapshot: Snapshot): void {
    const { at } = this
    if (!at || !isForeign(snapshot, at)) return
    this.#foreign = true
    this.#epoch = snapshot.epoch
    this.#seq = 0
  }

  /** What of this is new to the reader; undefined when nothing. */
  take(item: StreamItem): StreamItem | undefined {
    if (this.#seq === undefined) return undefined
    if (item.type !== 'gap') return this.#passes(item.seq) ? item : undefined
    if (item.reason === 'epoch') return this.#takeEpoch() ? item : undefined
    const fromSeq = Math.max(item.fromSeq, this.#seq)
    if (!this.#passes(item.toSeq)) return undefined
    return fromSeq === item.fromSeq ? item : { ...item, fromSeq }
  }

  #passes(seq: number): boolean {
    if (this.#seq === undefined || seq <= this.#seq) return false
    this.#seq = seq
    return true
  }

  /** Told to those whose numbers it takes away; another reader's old cursor is none of theirs. */
  #takeEpoch(): boolean {
    const foreign = this.#foreign
    this.#foreign = false
    return foreign
  }
}
