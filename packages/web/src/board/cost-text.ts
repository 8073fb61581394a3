const CENT = 10_000

/** What a session cost so far, in dollars. Less than a cent is not nothing. */
export function costText(microDollars: number): string {
  if (!(microDollars > 0)) return '$0.00'
  if (microDollars < CENT) return '< $0.01'
  const dollars = microDollars / 1_000_000
  return dollars < 1000 ? `$${dollars.toFixed(2)}` : `$${Math.round(dollars).toLocaleString('en')}`
}
