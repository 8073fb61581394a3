import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MESSAGES } from './registry/messages.js'
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
  s.object({
    a: s.either(s.literal('x'), s.literal(2)),
    b: s.optional(s.number({ minimum: 1, maximum: 4 })),
  }),
  s.record(s.nullable(s.string({ pattern: '^[xy]$' }))),
  { ...s.object({}), anyOf: [s.object({ a: s.string() }), s.object({ b: s.integer() })] },
]
const values = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      a: fc.oneof(fc.string({ maxLength: 5 }), fc.nat(3), fc.constant('x')),
      b: fc.integer({ min: -2, max: 8 }),
    },
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
