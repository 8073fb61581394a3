import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { Board } from '../gateway/board.js'
import { useNow } from '../page/use-now.js'
import { type Arranged, arrange, type Held, NOBODY_THERE } from './arrange.js'
import { type NeedItem, needList } from './need-list.js'

const TICK_MS = 1000

type Change =
  | { type: 'arrange'; items: readonly NeedItem[]; held: Held; now: number }
  /** The person wants to see the new ones now. */
  | { type: 'let in'; items: readonly NeedItem[]; now: number }

function change(before: Arranged, event: Change): Arranged {
  const held = event.type === 'arrange' ? event.held : NOBODY_THERE
  const after = arrange(before.cards, event.items, held, event.now)
  return isSame(before, after) ? before : after
}

/** The cards of the page, steady under the pointer and the focus. */
export function useCards(board: Board, held: Held): Arranged & { letIn: () => void } {
  const { requests, book } = board
  const items = useMemo(() => needList({ requests, book }), [requests, book])
  const now = useNow(TICK_MS)
  const [arranged, tell] = useReducer(change, { cards: [], waiting: 0 }, (none) =>
    arrange(none.cards, items, NOBODY_THERE, Date.now()),
  )
  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
    tell({ type: 'arrange', items, held, now: Math.max(now, Date.now()) })
  }, [items, held, now])
  return { ...arranged, letIn: () => tell({ type: 'let in', items: latest.current, now: Date.now() }) }
}

function isSame(one: Arranged, other: Arranged): boolean {
  return (
    one.waiting === other.waiting &&
    one.cards.length === other.cards.length &&
    one.cards.every((card, at) => {
      const twin = other.cards[at]
      return card.key === twin?.key && card.item === twin.item && card.doneAt === twin.doneAt
    })
  )
}
