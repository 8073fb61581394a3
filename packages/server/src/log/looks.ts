/**
 * So many times the log is looked into for one answer in any case, and as often as fits into this time: what is rare may be
 * far away, but somebody waits.
 */
const LOOKS = 16
const LOOK_MS = 3_000

/** Asked before every look into the log whether there is to be another. The clock is in ms, from whenever on. */
export function looks(clock: () => number = () => performance.now()): () => boolean {
  const end = clock() + LOOK_MS
  let count = 0
  return () => count++ < LOOKS || clock() < end
}
