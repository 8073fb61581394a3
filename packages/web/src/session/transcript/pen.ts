import type { SessionEvent } from '@signalbox/client'
import type { Item } from './item.js'

/** The turn under way, as far as its events are known. */
export interface OpenTurn {
  turnId: string
  startedAt: number | null
  /** The finished stretches of its answer, put together. */
  said: string
  answered: boolean
  thought: string
}

/** A part of the answer as it comes: the place of its item, and its words. */
export interface Piece {
  index: number
  words: string
}

/** What was written so far: the items, and where those are that may still change. */
export interface Written {
  readonly items: readonly Item[]
  readonly calls: ReadonlyMap<string, number>
  readonly requests: ReadonlyMap<string, number>
  readonly interfaces: ReadonlyMap<string, number>
  readonly turn: OpenTurn | null
  /** The stretch of the answer that is being written, in the pieces that something stands between. */
  readonly pieces: readonly Piece[]
  readonly thinking: number | null
  /** What steered the turn and was not told as said yet. */
  readonly steer: SessionEvent<'steer_sent'> | null
}

export const BLANK: Written = {
  items: [],
  calls: new Map(),
  requests: new Map(),
  interfaces: new Map(),
  turn: null,
  pieces: [],
  thinking: null,
  steer: null,
}

type OfKind<K extends Item['kind']> = Extract<Item, { kind: K }>

/** What every item of an event has. */
export function placed(event: SessionEvent, mark = ''): Pick<Item, 'key' | 'seq' | 'seqs' | 'ts' | 'turnId'> {
  return {
    key: `${mark}${event.seq}`,
    seq: event.seq,
    seqs: [event.seq],
    ts: event.ts,
    turnId: event.turnId ?? null,
  }
}

/** Writes on from where others stopped, without touching what they have. */
export class Pen {
  readonly items: Item[]
  readonly calls: Map<string, number>
  readonly requests: Map<string, number>
  readonly interfaces: Map<string, number>
  turn: OpenTurn | null
  pieces: readonly Piece[]
  thinking: number | null
  steer: SessionEvent<'steer_sent'> | null

  constructor(from: Written) {
    this.items = [...from.items]
    this.calls = new Map(from.calls)
    this.requests = new Map(from.requests)
    this.interfaces = new Map(from.interfaces)
    this.turn = from.turn
    this.pieces = from.pieces
    this.thinking = from.thinking
    this.steer = from.steer
  }

  get written(): Written {
    const { items, calls, requests, interfaces, turn, pieces, thinking, steer } = this
    return { items, calls, requests, interfaces, turn, pieces, thinking, steer }
  }

  /** Adds an item and gives its place. */
  add(item: Item): number {
    this.items.push(item)
    return this.items.length - 1
  }

  /** Adds an item before those that came after a number; what is known of their places moves with them. */
  addAfter(seq: number, item: Item): void {
    const at = this.items.findLastIndex((other) => other.seq <= seq) + 1
    const moved = (index: number) => (index >= at ? index + 1 : index)
    this.items.splice(at, 0, item)
    for (const places of [this.calls, this.requests, this.interfaces])
      for (const [key, index] of places) places.set(key, moved(index))
    this.pieces = this.pieces.map((piece) => ({ ...piece, index: moved(piece.index) }))
    if (this.thinking !== null) this.thinking = moved(this.thinking)
  }

  /** The item at a place, if it is of that kind. */
  at<K extends Item['kind']>(kind: K, index: number | null | undefined): OfKind<K> | undefined {
    const item = index === null || index === undefined ? undefined : this.items[index]
    return item?.kind === kind ? (item as OfKind<K>) : undefined
  }

  put(index: number, item: Item): void {
    this.items[index] = item
  }

  /** The turn an event belongs to; one whose beginning is not known begins here. */
  inTurn(turnId: string | undefined): OpenTurn | null {
    if (turnId === undefined) return null
    if (this.turn?.turnId !== turnId) this.begin(turnId, null)
    return this.turn
  }

  begin(turnId: string, startedAt: number | null): void {
    this.turn = { turnId, startedAt, said: '', answered: false, thought: '' }
  }
}
