export interface HeldOrder<T> {
  shown: T[]
  /** How many new rows wait until the order may change. */
  waiting: number
}

/** The rows in the order they had, so nothing moves under the pointer: states change in place, new rows wait. */
export function heldOrder<T extends { id: string }>(
  sorted: readonly T[],
  heldIds: readonly string[],
): HeldOrder<T> {
  const byId = new Map(sorted.map((row) => [row.id, row]))
  const shown = heldIds.flatMap((id) => byId.get(id) ?? [])
  return { shown, waiting: sorted.length - shown.length }
}
