/** Counts what an agent makes in its life, so that ids are the same every time and never given twice. */
export class Numbering {
  readonly #last = new Map<string, number>()

  next(kind: string): number {
    const number = (this.#last.get(kind) ?? 0) + 1
    this.#last.set(kind, number)
    return number
  }

  /** `tc-1`, `tc-2`, … */
  id(prefix: string): string {
    return `${prefix}-${this.next(prefix)}`
  }

  /** A uuid for the first plan, another for the second, … */
  planId(): string {
    return `5160a1b0-de30-4000-8000-${this.next('plan').toString(16).padStart(12, '0')}`
  }
}
