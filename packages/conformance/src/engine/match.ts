/** Stands in an expected value for something that is not known beforehand. */
export class Wanted {
  readonly what: string
  readonly fits: (value: unknown) => boolean

  constructor(what: string, fits: (value: unknown) => boolean) {
    this.what = what
    this.fits = fits
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const is = {
  text: new Wanted('a text', (value) => typeof value === 'string' && value !== ''),
  number: new Wanted('a number', (value) => typeof value === 'number'),
  uuid: new Wanted('a uuid', (value) => typeof value === 'string' && UUID.test(value)),
  list: new Wanted('a list', Array.isArray),
  absent: new Wanted('nothing', (value) => value === undefined),
  like: (pattern: RegExp) =>
    new Wanted(`like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value)),
  containing: (part: string) =>
    new Wanted(
      `a text with ${JSON.stringify(part)}`,
      (value) => typeof value === 'string' && value.includes(part),
    ),
  oneOf: (...values: unknown[]) =>
    new Wanted(`one of ${JSON.stringify(values)}`, (value) => values.includes(value)),
  atLeast: (least: number) =>
    new Wanted(`a number from ${least}`, (value) => typeof value === 'number' && value >= least),
  /** An array one of which fits. */
  holding: (expected: unknown) =>
    new Wanted(
      `a list with ${show(expected)}`,
      (value) => Array.isArray(value) && value.some((item) => mismatch(item, expected) === undefined),
    ),
  /** An array of at least one, each of which fits. */
  each: (expected: unknown) =>
    new Wanted(
      `a list of ${show(expected)}`,
      (value) => Array.isArray(value) && value.length > 0 && value.every((item) => !mismatch(item, expected)),
    ),
} as const

/**
 * The first place where a value is not what was expected; undefined when it is. Objects may have more members than
 * expected, arrays are compared whole.
 */
export function mismatch(actual: unknown, expected: unknown, path = ''): string | undefined {
  if (expected instanceof Wanted) {
    return expected.fits(actual) ? undefined : told(path, expected.what, actual)
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return told(path, 'an array', actual)
    if (actual.length !== expected.length) return told(path, `${expected.length} items`, actual)
    return firstOf(expected.map((item, index) => mismatch(actual[index], item, `${path}[${index}]`)))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) {
      return told(path, 'an object', actual)
    }
    const members = actual as Record<string, unknown>
    return firstOf(
      Object.entries(expected).map(([key, value]) =>
        mismatch(Object.hasOwn(members, key) ? members[key] : undefined, value, `${path}.${key}`),
      ),
    )
  }
  return Object.is(actual, expected) ? undefined : told(path, show(expected), actual)
}

/** A value for a sentence: as JSON, not longer than a line or two. */
export function show(value: unknown): string {
  const text = value instanceof Wanted ? value.what : (JSON.stringify(value) ?? 'nothing')
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

function told(path: string, wanted: string, actual: unknown): string {
  return `${path === '' ? 'it' : path.replace(/^\./, '')} should be ${wanted}, is ${show(actual)}`
}

function firstOf(faults: (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined)
}
