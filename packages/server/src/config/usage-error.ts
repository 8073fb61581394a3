/** A mistake of the person at the keyboard: one plain sentence, what was wrong and what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
