const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const
const PART = /(\d+(?:\.\d*)?|\.\d+)(ms|s|m|h)/y

/** A duration as Go programs take it, in ms: `2s`, `500ms`, `1.5s`, `1m30s`. Undefined when it is none. */
export function goDuration(text: string): number | undefined {
  let ms = 0
  PART.lastIndex = 0
  do {
    const [, number, unit] = PART.exec(text) ?? []
    if (number === undefined) return undefined
    ms += Number(number) * UNITS[unit as keyof typeof UNITS]
  } while (PART.lastIndex < text.length)
  return ms
}
