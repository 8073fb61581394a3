const UNITS = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 1000 },
] as const

/** How long somebody waits, to be read at a glance and to count on: `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function shortWait(ms: number): string {
  const at = UNITS.findIndex((step) => ms >= step.ms)
  const large = UNITS[at]
  if (!large) return '0 s'
  const small = UNITS[at + 1]
  const whole = `${Math.floor(ms / large.ms)} ${large.unit}`
  const rest = small ? Math.floor((ms % large.ms) / small.ms) : 0
  return small && rest > 0 ? `${whole} ${rest} ${small.unit}` : whole
}
