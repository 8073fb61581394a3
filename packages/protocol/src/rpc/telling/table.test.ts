import { describe, expect, it } from 'vitest'
import type { Json } from '../../event.js'
import { type EventType, isNumbered, REGISTRY, rowOf } from '../../registry/registry.js'
import type { HeardEvent } from './line.js'
import { isTold, ruleFor, TELLING } from './table.js'
import { Teller } from './teller.js'
import { EPOCH, fit, SESSION } from './told.fixture.js'

const TYPES = Object.keys(REGISTRY) as EventType[]
const TURN = 'turn_01994f3a-2000-7000-8000-000000000002'

const exampleOf = (type: EventType, data: Json = rowOf(type).example, seq = 1): HeardEvent => ({
  type,
  sessionId: SESSION,
  seq,
  offset: 1,
  ts: 1,
  ...(rowOf(type).turn === undefined ? {} : { turnId: TURN }),
  data: JSON.stringify(data),
})

describe('the table', () => {
  it.each(TYPES.filter(isNumbered))('decides what %s is', (type) => {
    expect(TELLING).toHaveProperty([type])
  })

  it.each(TYPES.filter((type) => !isNumbered(type)))(
    'leaves out %s, which is no event of the log',
    (type) => {
      expect(TELLING).not.toHaveProperty([type])
      expect([isTold(type), ruleFor(type)]).toEqual([false, undefined])
    },
  )

  it('tells most of what is seen of a turn', () => {
    const told = TYPES.filter(isTold)
    expect(told).toEqual(
      expect.arrayContaining(['session_created', 'turn_started', 'text_delta', 'tool_call', 'plan_created']),
    )
    expect(told).not.toContain('session_updated')
    expect(told).not.toContain('steer_sent')
    expect(ruleFor('steer_sent')).toBeDefined()
  })
})

describe.each(TYPES.filter(isNumbered))('%s', (type) => {
  const teller = new Teller(EPOCH)
  const hear = (event: HeardEvent) => {
    teller.hear(event)
    return teller.lines().map((line) => fit(line, event))
  }

  it('is told in lines of the contract, if at all', () => {
    const lines = hear(exampleOf(type))
    if (!isTold(type)) expect(lines).toEqual([])
    for (const { method, params } of lines) {
      if (!method.startsWith('turn/')) expect(params.thread_id).toBe(`thread_${SESSION}`)
      expect(params.type).toBe(method.split('/')[1])
    }
  })

  it('is told of odd data too', () => {
    for (const data of [{}, [], null, 'text', { session: 1, steps: {}, questions: 'q', notify: [] }]) {
      hear(exampleOf(type, data, 2))
      const { turnId: _turnId, ...without } = exampleOf(type, data, 3)
      hear(without)
    }
  })
})
