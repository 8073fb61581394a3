import type { SessionMeta } from '@signalbox/protocol'

export interface HeldOrder {
  shown: SessionMeta[]
  /** How many new sessions wait until the order may change. */
  waiting: number
}

/** The rows in the order they had, so nothing moves under the pointer: states change in place, new rows wait. */
export function heldOrder(sorted: readonly SessionMeta[], heldIds: readonly string[]): HeldOrder {
  const byId = new Map(sorted.map((session) => [session.id, session]))
  const shown = heldIds.flatMap((id) => byId.get(id) ?? [])
  return { shown, waiting: sorted.length - shown.length }
}
