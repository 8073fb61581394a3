/** How long a code still holds, as a clock shows it; empty when it holds no longer. */
export function timeLeft(ms: number): string {
  if (!(ms > 0)) return ''
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
