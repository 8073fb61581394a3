/** What is wrong with a record of the log, or a notice for people: from the contract's words, not from our schemas. */

type Rule = readonly [name: string, is: (value: unknown) => boolean, what: string]

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const NANOSECONDS = /^\d{1,20}$/
const SEVERITIES: Readonly<Record<string, number>> = { debug: 5, info: 9, warning: 13, error: 17 }
const MARKS: ReadonlySet<unknown> = new Set(['gap', 'replay_complete', 'server_shutdown'])
const KINDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['stringValue', isText],
  ['boolValue', (value: unknown) => typeof value === 'boolean'],
  ['intValue', like(/^-?\d{1,19}$/)],
  ['doubleValue', (value: unknown) => typeof value === 'number'],
])

const NOTIFICATION: readonly Rule[] = [
  ['type', (value) => value === 'toast' || like(/^attention_(raised|cleared)$/)(value), 'toast or attention'],
  ['level', like(/^(info|warning|error)$/), 'info, warning or error'],
  ['message', (value) => isText(value) && value !== '', 'a text'],
  ['timestamp', like(RFC3339), 'an RFC 3339 time'],
  ['session_id', (value) => isText(value) && value !== '', 'a text'],
]

const RECORD: readonly Rule[] = [
  ['timeUnixNano', like(NANOSECONDS), 'nanoseconds as a text'],
  ['observedTimeUnixNano', like(NANOSECONDS), 'nanoseconds as a text'],
  ['severityNumber', (value) => Object.values(SEVERITIES).includes(Number(value)), 'a severity'],
  ['severityText', (value) => Object.hasOwn(SEVERITIES, String(value)), 'a severity'],
  ['body', (value) => isObject(value) && isText(value.stringValue), 'a text with its kind'],
  ['attributes', isAttributes, 'a list of attributes, none of them twice'],
  ['resource', (value) => isObject(value) && isAttributes(value.attributes), 'attributes'],
  ['scope', (value) => isObject(value) && isText(value.name), 'a name'],
]

/** What a stream says of itself. */
export function isMark(frame: unknown): boolean {
  return isObject(frame) && MARKS.has(frame.type)
}

/** What is wrong with a notice for people; undefined when nothing is. */
export function notificationFault(said: unknown): string | undefined {
  return faultOf(said, NOTIFICATION)
}

/** What is wrong with a record of the log; undefined when nothing is. In lists it has its cursor too. */
export function recordFault(record: unknown): string | undefined {
  const fault = faultOf(record, RECORD, ['cursor'])
  if (fault !== undefined) return fault
  const { severityText, severityNumber } = record as Record<string, unknown>
  return SEVERITIES[String(severityText)] === severityNumber
    ? undefined
    : 'the severity is one as a text and another as a number'
}

function faultOf(value: unknown, rules: readonly Rule[], also: readonly string[] = []): string | undefined {
  if (!isObject(value)) return 'it must be a JSON object'
  const unknown = Object.keys(value).find(
    (name) => !also.includes(name) && !rules.some(([known]) => known === name),
  )
  if (unknown !== undefined) return `${unknown} does not belong there`
  const broken = rules.find(([name, is]) => !is(value[name]))
  return broken && `${broken[0]} must be ${broken[2]}`
}

function isAttributes(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const keys = value.map((attribute) => (isObject(attribute) ? attribute.key : undefined))
  return new Set(keys).size === keys.length && value.every(isAttribute)
}

function isAttribute(attribute: unknown): boolean {
  if (!isObject(attribute) || !isText(attribute.key) || !isObject(attribute.value)) return false
  const [kind, ...others] = Object.entries(attribute.value)
  return kind !== undefined && others.length === 0 && (KINDS.get(kind[0])?.(kind[1]) ?? false)
}

function like(pattern: RegExp): (value: unknown) => boolean {
  return (value) => isText(value) && pattern.test(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
