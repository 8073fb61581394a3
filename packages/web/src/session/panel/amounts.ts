/** A count of tokens as people say it: 940, 12.5k, 1.2M. */
export function tokenCount(count: number): string {
  if (count < 10_000) return count.toLocaleString('en')
  const [value, unit] = count < 1_000_000 ? [count / 1000, 'k'] : [count / 1_000_000, 'M']
  return `${value < 100 ? (Math.floor(value * 10) / 10).toString() : Math.floor(value)}${unit}`
}

/** A cost in dollars; a small one to the hundredth of a cent. */
export function exactCost(microDollars: number): string {
  const dollars = microDollars / 1_000_000
  if (dollars === 0) return '$0'
  if (dollars < 0.0001) return 'under $0.0001'
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`
}

/** A part of a whole in percent. Something is never shown as nothing, nor almost all as all. */
export function percent(part: number, whole: number): string {
  if (!(whole > 0) || !(part > 0)) return '0 %'
  const exact = (part / whole) * 100
  if (exact < 1) return 'under 1 %'
  if (exact < 10) return `${Math.round(exact * 10) / 10} %`
  return `${exact < 100 ? Math.min(99, Math.round(exact)) : Math.round(exact)} %`
}
