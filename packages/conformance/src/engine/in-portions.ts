/** A connection takes 60 messages in 10 s: long lists go over several. */
export function inPortions<T>(items: readonly T[], size = 50): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
