/** What the connection, the body, the signature or the delivery decide. */
const OURS =
  /^(?:host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|webhook-.*|idempotency-key)$/
const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/
/** Visible Latin-1, blanks and tabs within: a line break would begin another header. */
const VALUE = /^(?:[\x21-\x7e\xa0-\xff](?:[\t\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?)?$/
const LONGEST = 4096
const MOST = 50

/** Headers by their lower-case names, or what is wrong with them. */
export type WebhookHeaders = { headers: Readonly<Record<string, string>> } | { problem: string }

/** The `headers_json` of a webhook; an empty text has none. */
export function webhookHeaders(json: string): WebhookHeaders {
  if (json.trim() === '') return { headers: {} }
  const entries = entriesIn(json)
  if (!entries) return { problem: 'must be a JSON object of strings, such as {"X-Team": "shop"}' }
  if (entries.length > MOST) return { problem: `must name at most ${MOST} headers` }
  const headers = new Map<string, string>()
  for (const [written, value] of entries) {
    const name = written.toLowerCase()
    const problem = headerProblem(name, value, headers.has(name))
    if (problem !== undefined) return { problem: problem(written.slice(0, 60)) }
    headers.set(name, value)
  }
  return { headers: Object.fromEntries(headers) }
}

function entriesIn(json: string): [string, string][] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const entries = Object.entries(value)
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
      ? entries
      : undefined
  } catch {
    return undefined
  }
}

function headerProblem(name: string, value: string, known: boolean): ((name: string) => string) | undefined {
  if (!NAME.test(name)) return (shown) => `names a header ${JSON.stringify(shown)}, which is none`
  if (OURS.test(name)) return (shown) => `must not set ${shown}`
  if (value.includes('{{')) return (shown) => `gives ${shown} {{fields}}, which headers do not take`
  if (known) return (shown) => `names ${shown} twice`
  if (value.length > LONGEST || !VALUE.test(value))
    return (shown) => `gives ${shown} a value that no header can have`
  return undefined
}
