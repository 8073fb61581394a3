/** JSON with a line for each part. Only blanks change: numbers and texts stay as they were written. */
export function indentJson(json: string): string {
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return (json.match(PARTS) ?? []).reduce((text, part) => {
    if (EMPTY.test(part)) return text + part.charAt(0) + part.slice(-1)
    if (OPENS.has(part)) {
      depth += 1
      return text + part + line()
    }
    if (CLOSES.has(part)) {
      depth = Math.max(0, depth - 1)
      return text + line() + part
    }
    if (part === ',') return text + part + line()
    return part === ':' ? `${text}: ` : text + part
  }, '')
}

/** Texts first: what stands in them is no sign. */
const PARTS = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s"{}[\],:]+/g
const EMPTY = /^(?:\{\s*\}|\[\s*\])$/
const OPENS: ReadonlySet<string> = new Set(['{', '['])
const CLOSES: ReadonlySet<string> = new Set(['}', ']'])
