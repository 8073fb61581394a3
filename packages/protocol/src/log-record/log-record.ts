import { type Static, s } from '../schema.js'

/** A value of an attribute, with its kind beside it as OTLP has it. Whole numbers are texts: JSON cannot hold them all. */
export type AttributeValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }

const AttributeValue: ReturnType<typeof s.anyOf> = s.anyOf([
  s.object({ stringValue: s.string() }, { closed: true }),
  s.object({ boolValue: s.boolean() }, { closed: true }),
  s.object({ intValue: s.string({ pattern: '^-?[0-9]{1,19}$' }) }, { closed: true }),
  s.object({ doubleValue: s.number() }, { closed: true }),
])

export interface Attribute {
  key: string
  value: AttributeValue
}

const Attribute = s.object({ key: s.string({ minLength: 1 }), value: AttributeValue })

/** By their number in OTLP; the word is what the record says. */
export const SEVERITIES = { debug: 5, info: 9, warning: 13, error: 17 } as const
export type SeverityText = keyof typeof SEVERITIES
export const SEVERITY_TEXTS = Object.keys(SEVERITIES) as SeverityText[]

/** A moment in nanoseconds since 1970, as text. */
const Nanoseconds = s.string({ pattern: '^[0-9]{1,20}$' })

/** The schema of one record of the log stream: an OTLP LogRecord as JSON, with whose it is. */
export const LogRecordSchema = s.object({
  timeUnixNano: Nanoseconds,
  observedTimeUnixNano: Nanoseconds,
  severityNumber: s.integer({ minimum: 1, maximum: 24 }),
  severityText: s.oneOf(SEVERITY_TEXTS),
  body: s.object({ stringValue: s.string() }),
  attributes: s.array(Attribute),
  resource: s.object({ attributes: s.array(Attribute) }),
  scope: s.object({ name: s.string() }),
})

export interface LogRecord extends Omit<Static<typeof LogRecordSchema>, 'attributes' | 'resource'> {
  attributes: Attribute[]
  resource: { attributes: readonly Attribute[] }
}

/** Milliseconds as OTLP writes a moment. */
export function nanoseconds(ms: number): string {
  return `${Math.max(0, Math.floor(ms))}000000`
}

/** A scalar as an attribute's value, its kind kept. */
export function attributeValue(value: string | number | boolean): AttributeValue {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: finite(value) }
}

/** JSON has no other numbers. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0
}

/** What an attribute says, as text. */
export function attributeText(value: AttributeValue): string {
  return String(Object.values(value)[0])
}

/** The text of one attribute of a record; undefined when it has none of the name. */
export function attributeOf({ attributes }: Pick<LogRecord, 'attributes'>, key: string): string | undefined {
  const found = attributes.find((attribute) => attribute.key === key)
  return found && attributeText(found.value)
}
