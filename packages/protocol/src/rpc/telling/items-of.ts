import type { JsonObject } from '../../event.js'
import type { RpcLine } from './line.js'

/** An item as it stands after the lines about it. */
export interface Item {
  item_id: string
  status: string
  /** When it came to be. */
  timestamp: string
  thread_id?: string
  turn_id?: string
  content: JsonObject
}

const OVER: ReadonlySet<string> = new Set(['completed', 'failed'])

/** Folds lines into the items they tell of, one by one. */
export class ItemFold {
  readonly #items = new Map<string, Item>()

  take({ method, params }: RpcLine): void {
    if (!method.startsWith('item/')) return
    const told = params as unknown as Omit<Item, 'content'> & { content?: JsonObject }
    const known = this.#items.get(told.item_id)
    const content = told.content ?? known?.content
    if (method === 'item/deleted') this.#items.delete(told.item_id)
    else if (known) this.#items.set(told.item_id, { ...known, status: told.status, content: content ?? {} })
    else if (content) this.#items.set(told.item_id, itemOf(told, content))
  }

  /** Forgets the oldest that are over, down to so many; tells how many these were. */
  keepNewest(most: number): number {
    let forgotten = 0
    for (const [id, { status }] of this.#items) {
      if (this.#items.size <= most || !OVER.has(status)) break
      this.#items.delete(id)
      forgotten += 1
    }
    return forgotten
  }

  /** In the order they came to be; those that were withdrawn are gone. */
  get items(): Item[] {
    return [...this.#items.values()]
  }
}

/** The items that lines tell of. */
export function itemsOf(lines: Iterable<RpcLine>): Item[] {
  const fold = new ItemFold()
  for (const line of lines) fold.take(line)
  return fold.items
}

function itemOf(
  { item_id, status, timestamp, thread_id, turn_id }: Omit<Item, 'content'>,
  content: JsonObject,
) {
  return {
    item_id,
    status,
    timestamp,
    ...(thread_id === undefined ? {} : { thread_id }),
    ...(turn_id === undefined ? {} : { turn_id }),
    content,
  }
}
