const MINUTE = 60_000
const STEPS = [
  { unit: 'd', ms: 24 * 60 * MINUTE },
  { unit: 'h', ms: 60 * MINUTE },
  { unit: 'm', ms: MINUTE },
] as const

/** How long ago, in the one unit that matters. Seconds would only flicker. */
export function shortAge(ms: number): string {
  const step = STEPS.find((candidate) => ms >= candidate.ms)
  return step ? `${Math.floor(ms / step.ms)} ${step.unit}` : 'now'
}
