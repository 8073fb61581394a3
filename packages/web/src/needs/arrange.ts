import { byWait, type NeedItem } from './need-list.js'

/** One card on the page. */
export interface Card {
  key: string
  item: NeedItem
  /** When it was seen to be over; null while it waits. */
  doneAt: number | null
}

/** Where the person is: what the pointer is on and what has the focus, by key. `below` is what stands under the cards. */
export interface Held {
  pointer: string | null
  focus: string | null
  below: boolean
}

export interface Arranged {
  cards: readonly Card[]
  /** How many new ones wait until they can come without moving anything. */
  waiting: number
}

export const NOBODY_THERE: Held = { pointer: null, focus: null, below: false }

/** What is over says so for this long. */
export const DONE_SHOWN_MS = 6000

/**
 * The cards after something changed. What ends stays in its place and says how; it goes, and new ones come, only where
 * that moves nothing the person is on. Pure.
 */
export function arrange(
  before: readonly Card[],
  items: readonly NeedItem[],
  held: Held,
  now: number,
): Arranged {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const current = before.map((card) => {
    const item = byKey.get(card.key)
    if (item) return { ...card, item, doneAt: null }
    return card.doneAt === null ? { ...card, doneAt: now } : card
  })
  const cards = current.filter((card, index) => !isOver(card, now) || !mayGo(index, current, held))
  let waiting = 0
  for (const item of [...items].sort(byWait)) {
    if (cards.some(({ key }) => key === item.key)) continue
    const index = placeOf(item, cards)
    if (mayCome(index, cards, held)) cards.splice(index, 0, { key: item.key, item, doneAt: null })
    else waiting += 1
  }
  return { cards, waiting }
}

function isOver({ doneAt }: Card, now: number): boolean {
  return doneAt !== null && now - doneAt >= DONE_SHOWN_MS
}

/** Under the pointer nothing may come up; a card that has the focus keeps it. */
function mayGo(index: number, cards: readonly Card[], { pointer, focus, below }: Held): boolean {
  return !below && indexOf(cards, pointer) < index && indexOf(cards, focus) !== index
}

/** What stands above the place does not move. */
function mayCome(index: number, cards: readonly Card[], { pointer, focus, below }: Held): boolean {
  return !below && indexOf(cards, pointer) < index && indexOf(cards, focus) < index
}

function placeOf(item: NeedItem, cards: readonly Card[]): number {
  const after = cards.findIndex((card) => byWait(item, card.item) < 0)
  return after < 0 ? cards.length : after
}

function indexOf(cards: readonly Card[], key: string | null): number {
  return key === null ? -1 : cards.findIndex((card) => card.key === key)
}
