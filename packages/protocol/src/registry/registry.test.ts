import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { encodeEvent } from '../dialect/gateway.js'
import { validate } from '../validate.js'
import { EXAMPLE } from './example.js'
import { exampleFrame, frameSchema } from './frame.js'
import {
  EVENT_CHAPTERS,
  type EventData,
  type EventType,
  isNumbered,
  nameOf,
  REGISTRY,
  rowOf,
  typeNamed,
} from './registry.js'

const ajv = new Ajv2020({ strict: true })
const TYPES = Object.keys(REGISTRY) as EventType[]
/** Names of the frame itself; a reply may say of itself which session, turn or time it is about. */
const TAKEN = { numbered: ['type', 'sessionId', 'seq', 'ts', 'turnId', 'ref'], reply: ['type', 'seq', 'ref'] }

describe.each(TYPES)('%s', (type) => {
  const row = rowOf(type)

  it('has an example that fits its schema', () => {
    expect(validate(row.data, row.example)).toBeUndefined()
    const accepts = ajv.compile(row.data)
    expect(accepts(row.example), JSON.stringify(accepts.errors)).toBe(true)
  })

  it.each(['snake', 'dot'] as const)('has a whole frame that fits its schema (%s)', (naming) => {
    const frame = exampleFrame(type, naming)
    expect(frame.type).toBe(nameOf(type, naming))
    expect(validate(frameSchema(type, naming), frame)).toBeUndefined()
    const accepts = ajv.compile(frameSchema(type, naming))
    expect(accepts(frame), JSON.stringify(accepts.errors)).toBe(true)
    expect(accepts({ ...frame, ref: 'r' })).toBe(true)
    expect(accepts({ ...frame, type: 'other' })).toBe(false)
    for (const field of isNumbered(type) ? ['sessionId', 'seq', 'ts'] : []) {
      const { [field]: _left, ...rest } = frame
      expect(accepts(rest), field).toBe(false)
    }
    const { turnId: _turnId, ...outside } = frame
    if (isNumbered(type)) expect(accepts(outside)).toBe(row.turn !== 'required')
  })

  it('leaves the names of the frame alone', () => {
    for (const taken of TAKEN[isNumbered(type) ? 'numbered' : 'reply'])
      expect(row.data.properties).not.toHaveProperty(taken)
  })

  it('is numbered where it has a turn, goes to the session where it is numbered, is stored where it is activity', () => {
    if (row.turn) expect(isNumbered(type)).toBe(true)
    expect(row.scopes.includes('session')).toBe(isNumbered(type))
    if (row.hook) expect(row.kind).toBe('durable')
    expect(row.scopes.length).toBeGreaterThan(0)
  })

  it('has every text it says is cleaned, and a place for the mark of one that could not be', () => {
    for (const path of row.clean ?? []) {
      const [name = '', ofEach] = path.split('[].')
      const field = row.data.properties[name] as { items?: { properties?: object } }
      const text = ofEach === undefined ? field : field.items?.properties?.[ofEach as never]
      expect(JSON.stringify(text), path).toMatch(/"type":(?:"string"|\["string","null"\])/)
      expect(row.data.properties).toHaveProperty('fallback')
    }
  })

  it('is described in one plain sentence', () => {
    expect(row.description).toMatch(/^[A-Z][^\n]*\.$/)
    expect(row.description).not.toMatch(/\. [A-Z]/)
  })
})

describe('the registry', () => {
  it('has no name twice, and finds each type by both of its names', () => {
    const names = TYPES.flatMap((type) => [type as string, ...(rowOf(type).dot ? [rowOf(type).dot] : [])])
    expect(new Set(names).size).toBe(names.length)
    for (const type of TYPES) {
      expect(typeNamed(nameOf(type, 'dot'))).toBe(type)
      expect(typeNamed(type)).toBe(type)
    }
    expect(typeNamed('nope')).toBeUndefined()
  })

  it('is its chapters, one after the other', () => {
    expect(EVENT_CHAPTERS.flatMap(({ types }) => types)).toEqual(TYPES)
    expect(new Set(EVENT_CHAPTERS.map(({ id }) => id)).size).toBe(EVENT_CHAPTERS.length)
    for (const { title, about, types } of EVENT_CHAPTERS) {
      expect(title).toMatch(/^[A-Z]/)
      expect(about).toMatch(/^[A-Z].*\.$/)
      expect(types).not.toEqual([])
    }
  })

  it('shows a numbered example as the gateway would send it', () => {
    for (const type of TYPES.filter(isNumbered)) {
      const { sessionId, ts, turnId } = EXAMPLE
      const { turn, example } = rowOf(type)
      const event = { type, sessionId, seq: 7, ts, data: JSON.stringify(example) }
      const sent = encodeEvent(turn ? { ...event, turnId } : event, 'dot')
      expect(exampleFrame(type, 'dot')).toEqual(JSON.parse(sent))
    }
  })

  it('loses nothing of a type on the way to the compiler', () => {
    expectTypeOf<'github.create_pr_request'>().toExtend<EventType>()
    expectTypeOf<'github.merge_pr_request'>().not.toExtend<EventType>()
    expectTypeOf<'nope'>().not.toExtend<EventType>()
    expectTypeOf<EventData<'github.create_pr_answer'>['approved']>().toEqualTypeOf<boolean>()
    expectTypeOf<EventData<'plan_created'>['steps'][number]['status']>().toEqualTypeOf<
      'pending' | 'in_progress' | 'completed' | 'skipped'
    >()
    expectTypeOf<EventData<'plan_revised'>['reason']>().toEqualTypeOf<string | null>()
    expectTypeOf<EventData<'tool_result'>>().toEqualTypeOf<{
      toolCallId: string
      status: string
      output?: string
      subagentId?: string
    }>()
    expectTypeOf<(typeof REGISTRY)['memory_recalled']['kind']>().toEqualTypeOf<'reply'>()
  })
})
