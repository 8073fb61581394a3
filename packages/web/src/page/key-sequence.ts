/** So long after `g` the next key still belongs to it. */
const TOGETHER_MS = 1200

/** A key that was pressed and may begin a sequence. */
export interface Begun {
  key: string
  at: number
}

export interface Pressed {
  /** The name of what was pressed, if it is bound: `j`, `g n`. */
  name: string | null
  begun: Begun | null
}

/** What one more key means, given the one before it and the names that are bound. Pure. */
export function pressKey(begun: Begun | null, key: string, at: number, names: readonly string[]): Pressed {
  const together = begun && at - begun.at <= TOGETHER_MS ? `${begun.key} ${key}` : null
  if (together !== null && names.includes(together)) return { name: together, begun: null }
  if (names.some((name) => name.startsWith(`${key} `))) return { name: null, begun: { key, at } }
  // After `g` a key that fits nothing is nothing: `g a` approves nobody.
  if (together !== null) return { name: null, begun: null }
  return { name: names.includes(key) ? key : null, begun: null }
}
