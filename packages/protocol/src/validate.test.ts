import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MESSAGES } from './registry/messages.js'
import { type EventType, nameOf, REGISTRY, rowOf, typeNamed } from './registry/registry.js'
import { s } from './schema.js'
import { validate } from './validate.js'

const schemas = [
  s.object(
    { a: s.string({ minLength: 1, maxLength: 3 }), b: s.optional(s.integer({ minimum: 0, maximum: 5 })) },
    { closed: true },
  ),
  s.array(s.either(s.number(), s.boolean()), { minItems: 1, maxItems: 3 }),
  s.record(s.nullable(s.oneOf(['x', 'y']))),
  s.object({ list: s.array(s.object({ n: s.number() })), any: s.unknown() }),
]
const values = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { a: fc.oneof(fc.string({ maxLength: 5 }), fc.nat(3)), b: fc.integer({ min: -2, max: 8 }) },
    { requiredKeys: [] },
  ),
  fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.string()), {
    maxLength: 5,
  }),
  fc.dictionary(fc.string(), fc.constantFrom('x', 'y', 'z', null)),
  fc.record({ list: fc.array(fc.record({ n: fc.oneof(fc.nat(), fc.string()) })), any: fc.jsonValue() }),
)

describe('validate', () => {
  const ajv = new Ajv({ strict: false })
  it.each(schemas.map((schema, index) => [index, schema] as const))(
    'agrees with Ajv (schema %i)',
    (_index, schema) => {
      const accepts = ajv.compile(schema)
      fc.assert(
        fc.property(values, (value) => {
          expect(validate(schema, value) === undefined).toBe(accepts(value))
        }),
        { numRuns: 500 },
      )
    },
  )

  it('names the field and says what is wrong', () => {
    const { fields } = MESSAGES.join_session
    expect(validate(fields, { type: 'join_session', afterSeq: -1 })).toEqual({
      path: 'afterSeq',
      problem: 'must be at least 0',
    })
    expect(validate(fields, { type: 'join_session', nope: 1 })).toEqual({
      path: 'nope',
      problem: 'is not a known field',
    })
    expect(validate(MESSAGES.rename_session.fields, { type: 'rename_session', name: 'x' })).toEqual({
      path: 'sessionId',
      problem: 'is required',
    })
    expect(validate(schemas[3] ?? {}, { list: [{ n: 1 }, { n: 'x' }], any: 1 })).toEqual({
      path: 'list[1].n',
      problem: 'must be a number',
    })
  })
})

describe('the registry', () => {
  const rows = (Object.keys(REGISTRY) as EventType[]).map((type) => [type, rowOf(type)] as const)

  it.each(rows)('%s: its example fits its schema and uses no name of the envelope', (_type, row) => {
    expect(validate(row.data, row.example)).toBeUndefined()
    if (row.kind === 'reply') return
    for (const taken of ['type', 'sessionId', 'seq', 'ts', 'turnId'])
      expect(row.data.properties).not.toHaveProperty(taken)
  })

  it('has no name twice', () => {
    const names = rows.flatMap(([type, row]) => (row.dot ? [type, row.dot] : [type]))
    expect(new Set(names).size).toBe(names.length)
    for (const [type] of rows) {
      expect(typeNamed(nameOf(type, 'dot'))).toBe(type)
      expect(typeNamed(type)).toBe(type)
    }
  })
})
