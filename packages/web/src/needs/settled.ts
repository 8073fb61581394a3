/** Whether what was shown stands where it stood: more may have come after it, nothing else. Pure. */
export function isSettled(before: readonly string[], now: readonly string[]): boolean {
  return before.every((key, at) => now[at] === key)
}
