import type { AnswerItem, Item } from '../transcript/item.js'
import { partsOf } from '../transcript/split-text.js'

/** One row of the list: an item, or a part of a long answer. */
export interface Row {
  key: string
  item: Item
  /** Of an answer: the part that stands in this row. */
  part?: string
  /** The first row of its item; only this one says its time. */
  first: boolean
  /** The last row of an answer that is still being written. */
  growing?: boolean
}

const CUT = new WeakMap<AnswerItem, Row[]>()

/** The rows of a conversation. An answer is cut once for as long as it does not change. */
export function rowsOf(items: readonly Item[]): Row[] {
  const rows: Row[] = []
  for (const item of items) {
    if (item.kind === 'answer') rows.push(...rowsOfAnswer(item))
    else rows.push({ key: item.key, item, first: true })
  }
  return rows
}

function rowsOfAnswer(item: AnswerItem): Row[] {
  const known = CUT.get(item)
  if (known) return known
  const parts = partsOf(item.text).filter((part, index) => index === 0 || part.trim() !== '')
  const rows = parts.map((part, index) => ({
    key: index === 0 ? item.key : `${item.key}.${index}`,
    item,
    part,
    first: index === 0,
    growing: item.open && index === parts.length - 1,
  }))
  // Nothing to see: an answer of white space between two calls.
  const shown = rows.length === 1 && rows[0]?.part.trim() === '' ? [] : rows
  CUT.set(item, shown)
  return shown
}

/** Whether a row would say the same time as the one before it. What a person says has its own in any case. */
export function repeatsTime(row: Row, before: Row | undefined): boolean {
  return row.item.kind !== 'prompt' && before !== undefined && second(row) === second(before)
}

function second({ item }: Row): number {
  return Math.floor(item.ts / 1000)
}

/** The row an item begins with; -1 when it has none. */
export function rowOfItem(rows: readonly Row[], item: Item | undefined): number {
  return item === undefined ? -1 : rows.findIndex((row) => row.item === item)
}

/** How many items came after a number: what waits for who reads further up. */
export function newSince(items: readonly Item[], seq: number): number {
  let count = 0
  for (let index = items.length - 1; index >= 0 && (items[index]?.seq ?? 0) > seq; index--) count++
  return count
}
