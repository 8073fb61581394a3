/** A value and the name of the place it was set at, so that an error can say where to correct it. */
export type Setting = readonly [place: string, value: unknown]

/** An empty environment variable counts as not set, an empty flag does not. */
export function first(...settings: Setting[]): Setting | undefined {
  return settings.find(([place, value]) => value !== undefined && (value !== '' || place.startsWith('--')))
}

/** A list in an environment variable: with commas between its items. */
export function listed(place: string, value: string | undefined): Setting {
  if (value === undefined || value.trim() === '') return [place, undefined]
  return [place, value.split(',').map((item) => item.trim())]
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as an error shows it. */
export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing'
}
