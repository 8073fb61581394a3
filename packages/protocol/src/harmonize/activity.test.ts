import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EventType, REGISTRY, rowOf } from '../registry/registry.js'
import { validate } from '../validate.js'
import { activityOf } from './activity.js'
import { activityFaults } from './activity-faults.js'
import { ActivityEvent, CANONICAL_FIELDS } from './canonical-activity.js'

const types = Object.keys(REGISTRY) as EventType[]
const sessionId = '01994f3a-0000-7000-8000-000000000001'
const ts = Date.UTC(2026, 0, 28, 20, 17, 42, 7)
const activity = (type: EventType, data: unknown) =>
  activityOf({ type, sessionId, ts, data: JSON.stringify(data) })
const preview = (args: unknown) =>
  activity('tool_call', { toolCallId: 'tc', toolName: 't', args })?.tool_preview
const summary = (finalText: string) => activity('turn_complete', { finalText })?.summary

const always = {
  session_id: sessionId,
  timestamp: '2026-01-28T20:17:42.007Z',
  message_intent: 'ctrl_activity',
  delivery_scope: 'CTRL',
}

describe('activityOf', () => {
  it.each<[EventType, object, object]>([
    [
      'user_message',
      { itemId: 'i', content: 'Fix it', via: 'ws' },
      { canonical_type: 'user_prompt_submit', hook_event_type: 'user_prompt_submit' },
    ],
    [
      'tool_call',
      { toolCallId: 'tc', toolName: 'Bash', args: { command: 'npm test' } },
      {
        canonical_type: 'agent_output_update',
        hook_event_type: 'tool_use',
        tool_name: 'Bash',
        tool_preview: 'npm test',
      },
    ],
    [
      'tool_result',
      { toolCallId: 'tc', status: 'success', output: 'ok' },
      { canonical_type: 'agent_output_update', hook_event_type: 'tool_done' },
    ],
    [
      'tool_error',
      { toolCallId: 'tc', error: 'no' },
      { canonical_type: 'agent_output_update', hook_event_type: 'tool_done' },
    ],
    [
      'turn_complete',
      { finalText: 'Done.\n\nMore.' },
      { canonical_type: 'agent_output_stop', hook_event_type: 'agent_stop', summary: 'Done.' },
    ],
    [
      'agent_notification',
      {
        message: 'Build done',
        raw_message: '<x>Build done</x>',
        notification_type: 'idle_prompt',
        canonical_type: 'agent_notification',
        hook_event_type: 'notification',
        message_intent: 'ctrl_activity',
        delivery_scope: 'CTRL',
        cleaned: ['x'],
      },
      {
        canonical_type: 'agent_notification',
        hook_event_type: 'notification',
        message: 'Build done',
        raw_message: '<x>Build done</x>',
        notification_type: 'idle_prompt',
      },
    ],
  ])('of %s', (type, data, said) => {
    expect(activity(type, data)).toEqual({ ...always, ...said })
  })

  it('is there for the events that are the trace of a hook, sound, and for no others', () => {
    for (const type of types) {
      const said = activity(type, rowOf(type).example)
      expect(said !== undefined, type).toBe(rowOf(type).hook !== undefined)
      if (said) expect(activityFaults(said), type).toEqual([])
    }
  })

  it('takes the hook of a notification from the notification, known or not', () => {
    const data = { message: 'm', hook_event_type: 'somewhere_else' }
    expect(activity('agent_notification', data)).toMatchObject({ hook_event_type: 'somewhere_else' })
  })

  it('says no more of data that is not as it should be', () => {
    for (const type of types.filter((one) => rowOf(one).hook)) {
      const data = { toolName: 1, args: null, finalText: {}, message: [], hook_event_type: 7 }
      expect(Object.keys(activity(type, data) ?? {}), type).toHaveLength(6)
    }
  })

  it('is sound for whatever arguments and answers an agent makes up', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary', maxLength: 400 }), (args, text) => {
        const call = activity('tool_call', { toolName: text, args: JSON.parse(args) })
        const command = activity('tool_call', { toolName: 't', args: { command: text } })
        const stop = activity('turn_complete', { finalText: text })
        for (const said of [call, command, stop]) expect(activityFaults(said)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe('the preview of a tool', () => {
  it.each([
    [{ description: 'd', prompt: 'p', command: 'c' }, 'c'],
    [{ description: 'd', prompt: 'p' }, 'p'],
    [{ path: 'src/a.ts', file_path: 'src/b.ts' }, 'src/b.ts'],
    [{ url: 'http://x', query: 'q', pattern: '**/*.ts' }, '**/*.ts'],
    [{ notebook_path: 'n.ipynb', skill: 's' }, 'n.ipynb'],
    [{ command: ' \n ', path: 'a' }, 'a'],
    [{ command: 7, path: 'a' }, 'a'],
    [{ command: ['bash', '-lc', 'npm test'] }, 'bash -lc npm test'],
    [{ command: 'cat <<E\n\u001b[31mred\nE' }, 'cat <<E red E'],
    [{ other: 'x' }, undefined],
    [[], undefined],
    ['npm test', undefined],
    [null, undefined],
  ])('of %j', (args, shown) => {
    expect(preview(args)).toBe(shown)
  })

  it('is cut before a character that does not fit', () => {
    expect(preview({ command: `${'x'.repeat(68)}😀😀` })).toBe(`${'x'.repeat(68)}…`)
    expect(preview({ command: 'x'.repeat(70) })).toBe('x'.repeat(70))
  })
})

describe('the summary of a turn', () => {
  it.each([
    ['\n\n  I fixed\nit.\r\n\r\nMore.', 'I fixed it.'],
    ['One. \n \t \nTwo.', 'One.'],
    ['<system-reminder>\nBe brief.\n</system-reminder>\n\nDone.\n\nMore.', 'Done.'],
    ['Use `<system-reminder>` or Vec<u8>.', 'Use `<system-reminder>` or Vec<u8>.'],
    ['', undefined],
    [' \n\n ', undefined],
    ['x'.repeat(281), `${'x'.repeat(279)}…`],
  ])('of %j', (text, shown) => {
    expect(summary(text)).toBe(shown)
  })

  it('is found at once in a long text', () => {
    expect(summary('a\n'.repeat(1_000_000))?.length).toBe(280)
  })
})

it('is described by the table of fields, which is all there is', () => {
  expect(Object.keys(ActivityEvent.properties)).toEqual(Object.keys(CANONICAL_FIELDS))
  const required = Object.entries(CANONICAL_FIELDS).flatMap(([name, { optional }]) =>
    optional ? [] : [name],
  )
  expect(ActivityEvent.required).toEqual(required)
  expect(validate(ActivityEvent, activity('user_message', {}))).toBeUndefined()
})
