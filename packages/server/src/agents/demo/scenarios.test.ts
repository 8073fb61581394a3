import { type EventType, rowOf, sessionUuid, validate } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { SCENARIOS } from './scenarios.js'
import { type Heard, isEnd, play } from './testing.js'

const NAMES = [...SCENARIOS.keys()]
/** The text of a turn is put in by the session, which knows it. */
const GIVEN_BY_SESSION: Partial<Record<EventType, string[]>> = {
  turn_complete: ['finalText', 'truncated', 'bytes'],
}
/** What only agents in terminals tell. */
const OBSERVED: Partial<Record<EventType, string[]>> = {
  turn_complete: ['backgroundTasks'],
  tool_call: ['subagentId'],
  tool_result: ['subagentId'],
  tool_error: ['subagentId'],
  permission_requested: ['subagentId', 'suggestions', 'reason'],
  question_requested: ['subagentId', 'toolName', 'toolCallId', 'args'],
}
const playScenario = (name: string) => play(`demo:${name === 'long' ? 'long:300' : name}`)

function checkOrder(heard: readonly Heard[]): void {
  const calls = new Map<string, { toolName: unknown; written: string; called: boolean; failed: boolean }>()
  const done = new Set<string>()
  const plans = new Map<string, Map<string, string>>()
  let thinking = false
  const openCall = (id: unknown) => {
    const call = calls.get(String(id))
    if (!call || done.has(String(id))) throw new Error(`${id} is not an open call`)
    return call
  }
  const stepOf = ({ planId, stepId, title }: Heard['data']) => {
    expect(plans.get(String(planId))?.get(String(stepId))).toBe(title)
  }
  const setSteps = ({ planId, steps }: Heard['data']) => {
    expect(sessionUuid(String(planId))).toBe(planId)
    const list = steps as { id: string; title: string }[]
    plans.set(String(planId), new Map(list.map(({ id, title }) => [id, title])))
  }
  const rules: Partial<Record<EventType, (data: Heard['data']) => void>> = {
    thinking_start: () => {
      expect(thinking).toBe(false)
      thinking = true
    },
    thinking_progress: () => expect(thinking).toBe(true),
    thinking_complete: () => {
      expect(thinking).toBe(true)
      thinking = false
    },
    tool_call_start: ({ toolCallId, toolName }) => {
      expect(calls.has(String(toolCallId))).toBe(false)
      calls.set(String(toolCallId), { toolName, written: '', called: false, failed: false })
    },
    tool_call_delta: ({ toolCallId, delta }) => {
      const call = openCall(toolCallId)
      expect(call.called).toBe(false)
      call.written += delta
    },
    tool_call: ({ toolCallId, toolName, args }) => {
      const call = openCall(toolCallId)
      expect(call).toMatchObject({ toolName, called: false })
      expect(JSON.parse(call.written)).toEqual(args)
      call.called = true
    },
    terminal_stream: ({ toolCallId }) => expect(openCall(toolCallId).called).toBe(true),
    terminal_complete: ({ toolCallId }) => expect(openCall(toolCallId).called).toBe(true),
    permission_requested: ({ toolCallId, toolName }) =>
      expect(openCall(toolCallId)).toMatchObject({ called: true, toolName }),
    tool_error: ({ toolCallId }) => {
      openCall(toolCallId).failed = true
    },
    tool_result: ({ toolCallId, status }) => {
      expect(openCall(toolCallId).failed).toBe(status === 'error')
      done.add(String(toolCallId))
    },
    plan_created: setSteps,
    plan_revised: (data) => {
      expect(plans.has(String(data.planId))).toBe(true)
      setSteps(data)
    },
    plan_step_started: stepOf,
    plan_step_completed: stepOf,
  }
  for (const { type, data } of heard) rules[type]?.(data)
  expect(thinking).toBe(false)
  expect([...calls.keys()]).toEqual([...done])
}

describe.each(NAMES)('demo:%s', (name) => {
  it('says only what the registry has, field by field', async () => {
    const { ear } = await playScenario(name)
    for (const { type, data } of ear.heard) {
      const row = rowOf(type)
      const whole = type === 'turn_complete' ? { finalText: ear.text(), ...data } : data
      expect(validate(row.data, whole), type).toBeUndefined()
      expect(Object.keys(row.data.properties), type).toEqual(expect.arrayContaining(Object.keys(data)))
      expect(row.kind, type).not.toBe('reply')
    }
  })

  it('has one end, and nothing open at it', async () => {
    const { ear, pace } = await playScenario(name)
    const ends = ear.heard.filter(isEnd)
    expect(ends.length + (ear.went === undefined ? 0 : 1)).toBe(1)
    if (ear.went === undefined) {
      expect(ear.heard.at(-1)).toBe(ends[0])
      checkOrder(ear.heard)
    }
    expect(pace.open).toBe(0)
  })

  it('is the same every time', async () => {
    const [once, again] = [await playScenario(name), await playScenario(name)]
    expect(again.ear.heard).toEqual(once.ear.heard)
  })

  it('says that it is a demo, and is over in time', async () => {
    const { ear, pace } = await playScenario(name)
    expect(ear.text()).toContain('demo')
    if (!['slow', 'all', 'tour'].includes(name)) expect(pace.now).toBeLessThan(1500)
    expect(Math.max(0, ...pace.slept)).toBeLessThanOrEqual({ slow: 200, tour: 2000 }[name] ?? 40)
    expect(Math.min(40, ...pace.slept)).toBeGreaterThanOrEqual(5)
  })

  it('asks only where it should', async () => {
    const { ear } = await playScenario(name)
    const asked = { permission: ['command'], tour: ['command'], all: ['command', 'read'] }[name] ?? []
    expect(ear.of('permission_requested').map(({ data }) => data.toolKind)).toEqual(asked)
    expect(ear.of('question_requested')).toHaveLength(['question', 'all'].includes(name) ? 1 : 0)
  })
})

describe('together', () => {
  const MUST: EventType[] = [
    ...(['text_delta', 'thinking_start', 'thinking_progress', 'thinking_complete'] as const),
    ...(['tool_call_start', 'tool_call_delta', 'tool_call', 'tool_result', 'tool_error'] as const),
    ...(['permission_requested', 'question_requested', 'terminal_stream', 'terminal_complete'] as const),
    ...(['plan_created', 'plan_step_started', 'plan_step_completed', 'plan_revised'] as const),
    ...(['usage_update', 'usage_context', 'file_changed', 'turn_complete', 'turn_error'] as const),
  ]

  it('they show everything an agent can do, with every field there is', async () => {
    const shown = new Map<EventType, Set<string>>()
    for (const name of NAMES) {
      for (const { type, data } of (await playScenario(name)).ear.heard) {
        shown.set(type, new Set([...(shown.get(type) ?? []), ...Object.keys(data)]))
      }
    }
    expect([...shown.keys()].sort()).toEqual(MUST.sort())
    for (const [type, fields] of shown) {
      const wanted = Object.keys(rowOf(type).data.properties).filter(
        (field) =>
          !['stopReason', 'fallback', ...(GIVEN_BY_SESSION[type] ?? []), ...(OBSERVED[type] ?? [])].includes(
            field,
          ),
      )
      expect([...fields].sort(), type).toEqual(wanted.sort())
    }
  })

  it('all plays every one that goes on, in one turn', async () => {
    const { ear } = await play('demo:all')
    const types = new Set(ear.heard.map(({ type }) => type))
    expect([...types].sort()).toEqual(MUST.filter((type) => type !== 'turn_error').sort())
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete', data: {} })
  })

  it('several play in order, each with ids of its own', async () => {
    const { ear } = await play('demo:plan demo:permission then demo:plan')
    checkOrder(ear.heard)
    const plans = ear.of('plan_created').map(({ data }) => data.planId)
    expect(new Set(plans).size).toBe(2)
    const types = ear.heard.map(({ type }) => type)
    expect(types.indexOf('plan_created')).toBeLessThan(types.indexOf('permission_requested'))
    expect(types.indexOf('permission_requested')).toBeLessThan(types.lastIndexOf('plan_created'))
  })

  it('an error or a crash ends the turn for those that follow', async () => {
    expect((await play('demo:error demo:plan')).ear.of('plan_created')).toEqual([])
    expect((await play('demo:crash demo:plan')).ear.of('plan_created')).toEqual([])
  })
})
