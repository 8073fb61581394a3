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

/** The items that lines tell of, in the order they came to be; those that were withdrawn are gone. */
export function itemsOf(lines: Iterable<RpcLine>): Item[] {
  const items = new Map<string, Item>()
  for (const { method, params } of lines) {
    if (!method.startsWith('item/')) continue
    const told = params as unknown as Omit<Item, 'content'> & { content?: JsonObject }
    const known = items.get(told.item_id)
    const content = told.content ?? known?.content
    if (method === 'item/deleted') items.delete(told.item_id)
    else if (known) items.set(told.item_id, { ...known, status: told.status, content: content ?? {} })
    else if (content) items.set(told.item_id, itemOf(told, content))
  }
  return [...items.values()]
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
