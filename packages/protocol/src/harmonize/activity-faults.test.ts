import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activityFaults } from './activity-faults.js'
import {
  CANONICAL_FIELDS,
  canonicalOfHook,
  DELIVERY_SCOPES,
  HOOK_TO_CANONICAL,
} from './canonical-activity.js'

const sound = {
  session_id: 's',
  canonical_type: 'agent_output_update',
  hook_event_type: 'tool_use',
  timestamp: '2026-01-28T20:17:42Z',
  message_intent: 'ctrl_activity',
  delivery_scope: 'CTRL',
  tool_name: 'Bash',
  tool_preview: '😀'.repeat(70),
  summary: '',
  message: 'm',
  raw_message: 'r',
  notification_type: 'idle_prompt',
}
const paths = (activity: unknown) => activityFaults(activity).map(({ path }) => path)

describe('activityFaults', () => {
  it('finds none in a sound one, with and without what may be missing', () => {
    expect(activityFaults(sound)).toEqual([])
    const { tool_name, tool_preview, summary, message, raw_message, notification_type, ...least } = sound
    expect(activityFaults({ ...least, message: undefined, of_tomorrow: 1 })).toEqual([])
    for (const delivery_scope of DELIVERY_SCOPES) {
      expect(activityFaults({ ...sound, delivery_scope })).toEqual([])
    }
  })

  it('names every field that is missing', () => {
    const required = Object.entries(CANONICAL_FIELDS).flatMap(([name, { optional }]) =>
      optional ? [] : [name],
    )
    expect(activityFaults({})).toEqual(required.map((path) => ({ path, problem: 'is required' })))
  })

  it('names every field of the wrong kind, at once', () => {
    const wrong = Object.fromEntries(Object.keys(CANONICAL_FIELDS).map((name) => [name, 7]))
    expect(paths(wrong)).toEqual(Object.keys(CANONICAL_FIELDS))
  })

  it.each([
    ['session_id', ''],
    ['canonical_type', 'tool_use'],
    ['hook_event_type', ''],
    ['hook_event_type', 'toString'],
    ['hook_event_type', 'PreToolUse'],
    ['hook_event_type', 'session_start'],
    ['hook_event_type', 'agent_stop'],
    ['timestamp', 'now'],
    ['timestamp', '2026-01-28'],
    ['timestamp', '2026-01-28T20:17:42'],
    ['timestamp', '2026-13-01T20:17:42Z'],
    ['timestamp', '2026-02-29T20:17:42Z'],
    ['timestamp', '2026-01-28T24:00:00Z'],
    ['message_intent', 'chat'],
    ['delivery_scope', 'ctrl'],
    ['tool_preview', 'x'.repeat(71)],
    ['message', null],
  ])('%s: %j', (field, value) => {
    const faults = activityFaults({ ...sound, [field]: value })
    expect(faults.map(({ path }) => path)).toContain(field)
    expect(faults.every(({ problem }) => problem !== '')).toBe(true)
  })

  it.each(['2024-02-29T23:59:60Z', '2000-02-29t00:00:00.123456z', '0004-12-31T23:59:59+23:59'])(
    'takes the time %s',
    (timestamp) => {
      expect(activityFaults({ ...sound, timestamp })).toEqual([])
    },
  )

  it('says both when a hook and its activity do not belong together', () => {
    expect(activityFaults({ ...sound, canonical_type: 'x', hook_event_type: 'tool_done' })).toMatchObject([
      { path: 'canonical_type' },
      { path: 'hook_event_type', problem: 'belongs to agent_output_update' },
    ])
  })

  it('never throws, whatever it is given', () => {
    const names = fc.constantFrom(...Object.keys(CANONICAL_FIELDS))
    const anything = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
      fc.dictionary(names, fc.anything()),
      fc.tuple(names, fc.anything()).map(([name, value]) => ({ ...sound, [name]: value })),
    )
    fc.assert(
      fc.property(anything, (activity) => {
        expect(activityFaults(activity)).toBeInstanceOf(Array)
      }),
      { numRuns: 1000 },
    )
  })

  it('does not throw what the members of an object throw', () => {
    const hostile = {
      get session_id() {
        throw new Error('no')
      },
    }
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    for (const activity of [hostile, proxy, undefined, null, [], 'x']) {
      expect(activityFaults(activity).length).toBeGreaterThan(0)
    }
  })
})

describe('canonicalOfHook', () => {
  it('knows every hook of the table, those that give no activity, and no others', () => {
    for (const [hook, canonical] of Object.entries(HOOK_TO_CANONICAL)) {
      expect(canonicalOfHook(hook)).toBe(canonical)
    }
    for (const hook of ['', 'Notification', 'toString', '__proto__', 'constructor']) {
      expect(canonicalOfHook(hook)).toBeUndefined()
    }
  })
})
