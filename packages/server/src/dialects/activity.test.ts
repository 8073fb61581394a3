import { type EventType, REGISTRY, rowOf } from '@signalbox/protocol'
import { activityFaults } from '@signalbox/protocol/harmonize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBlock } from '../doors/sse/testing.js'
import { activityDialect } from './activity.js'
import type { SaidEvent } from './dialect.js'
import { dialectNamed } from './dialect-named.js'

const epoch = '01994f3a-0000-7000-8000-0000000000ff'
const dialect = activityDialect(epoch)
const event = (type: EventType, data: object): SaidEvent => ({
  type,
  sessionId: '01994f3a-0000-7000-8000-000000000001',
  seq: 7,
  offset: 9,
  ts: 1,
  data: JSON.stringify(data),
})

describe('activityDialect', () => {
  it('says an activity without an event line, and the cursor of the log as its id', () => {
    const call = event('tool_call', { toolCallId: 'tc', toolName: 'Bash', args: { command: 'ls' } })
    expect(dialect.event(call).toString()).toBe(
      `id: ${epoch}@9\ndata: {"session_id":"01994f3a-0000-7000-8000-000000000001","canonical_type":"agent_output_update","hook_event_type":"tool_use","timestamp":"1970-01-01T00:00:00.001Z","message_intent":"ctrl_activity","delivery_scope":"CTRL","tool_name":"Bash","tool_preview":"ls"}\n\n`,
    )
    expect(dialectNamed('activity', epoch).event(call)).toEqual(dialect.event(call))
  })

  it('says nothing of events that are no activity', () => {
    for (const type of Object.keys(REGISTRY) as EventType[]) {
      const said = dialect.event(event(type, rowOf(type).example)).toString()
      expect(said === '', type).toBe(rowOf(type).hook === undefined)
      if (said) expect(activityFaults(JSON.parse(parseBlock(said.trimEnd()).data ?? ''))).toEqual([])
    }
  })

  it('names what is no activity, and gives a cursor where one can resume', () => {
    expect(dialect.control({ type: 'gap', reason: 'epoch' }).toString()).toBe(
      'event: gap\ndata: {"type":"gap","reason":"epoch"}\n\n',
    )
    const cursor = `${epoch}@12`
    expect(dialect.control({ type: 'replay_complete', cursor }).toString()).toBe(
      `id: ${cursor}\nevent: replay_complete\ndata: {"type":"replay_complete","cursor":"${cursor}"}\n\n`,
    )
  })

  it('cannot be broken by anything an agent says', () => {
    const unit = fc.oneof(
      fc.constantFrom('\n', '\r', '\0', '\u2028', 'data: x', ':', '"'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    )
    const said = fc.string({ unit, maxLength: 20 })
    fc.assert(
      fc.property(said, said, (message, hook_event_type) => {
        const frame = dialect
          .event(event('agent_notification', { message, raw_message: message, hook_event_type }))
          .toString()
        expect(frame.endsWith('\n\n')).toBe(true)
        const block = parseBlock(frame.slice(0, -2))
        expect(Object.keys(block)).toEqual(['id', 'data'])
        expect(JSON.parse(block.data ?? '')).toMatchObject({ message, raw_message: message, hook_event_type })
      }),
      { numRuns: 200 },
    )
  })
})
