import { expect, it } from 'vitest'
import { s } from '../schema.js'
import { SharedSchemas } from './shared-schemas.js'

const Colour = s.oneOf(['red', 'green'])
const Lamp = s.object({ colour: Colour, name: s.string({ minLength: 1 }) })
const Name = s.string({ minLength: 1 })
const shapes = { Colour, Lamp, Name, LIST: ['red'], made: () => 1 }

it('points to a shape wherever it stands, also from another shape', () => {
  const shared = new SharedSchemas(shapes)
  const schema = s.object({ lamps: s.array(Lamp), one: s.optional(Lamp), none: s.nullable(Lamp) })
  const lamp = { $ref: '#/components/schemas/Lamp' }
  expect(shared.point(schema)).toEqual({
    type: 'object',
    properties: {
      lamps: { type: 'array', items: lamp },
      one: lamp,
      none: { anyOf: [lamp, { type: 'null' }] },
    },
    required: ['lamps', 'none'],
  })
  expect(shared.components()).toEqual({
    Colour: { type: 'string', enum: ['red', 'green'] },
    Lamp: { ...Lamp, properties: { ...Lamp.properties, colour: { $ref: '#/components/schemas/Colour' } } },
  })
})

it('keeps what is said beside it', () => {
  const shared = new SharedSchemas(shapes)
  expect(shared.point({ ...Lamp, description: 'The first.' })).toEqual({
    $ref: '#/components/schemas/Lamp',
    description: 'The first.',
  })
})

it('shares nothing that says too little, and writes only what was pointed to', () => {
  const shared = new SharedSchemas(shapes)
  expect(shared.point(s.object({ name: Name }))).toEqual(s.object({ name: Name }))
  expect(shared.components()).toEqual({})
})
