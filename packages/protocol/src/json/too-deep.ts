/** Whether a JSON value nests more arrays and objects than is taken. Never looks deeper than that itself. */
export function tooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (const item of value) if (tooDeep(item, levels - 1)) return true
    return false
  }
  // JSON.parse makes own members only, so nothing inherited can turn up here.
  for (const key in value) if (tooDeep((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}
