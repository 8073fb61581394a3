/** The media ranges that allow the type, the most telling first. */
const RANGES = ['application/x-ndjson', 'application/*', '*/*']

/** Whether an Accept header allows `application/x-ndjson`; one that is not there, or empty, allows everything. */
export function acceptsNdjson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const weights = new Map<string, number>()
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    weights.set(range, weightOf(parameters))
  }
  const telling = RANGES.find((range) => weights.has(range))
  return telling !== undefined && (weights.get(telling) ?? 0) > 0
}

function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
  return weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1))
}
