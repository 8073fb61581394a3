import { describe, expect, it } from 'vitest'
import { paintFor } from '../terminal/paint.js'
import { dryRunLines } from './dry-run-lines.js'
import type { DryRun } from './flow-api.js'

const run = (more: Partial<DryRun> = {}): DryRun => ({
  event: { type: 'notify_new_plan', session_id: 'Codex 1' },
  fields: {},
  matches: [],
  unmatched: [],
  ...more,
})
const lines = (more: Partial<DryRun> = {}) => dryRunLines(run(more), paintFor(false))

describe('dryRunLines', () => {
  it('says what would be done, rendered, and why not more', () => {
    const activities = [
      { activity_id: 'toast_notification', index: 0, rendered: { level: 'info', message: 'Route\nevents' } },
      {
        activity_id: 'spawn_agent_session',
        index: 1,
        rendered: { agent_id: 'coder', reuse_if_running: true },
        problem: 'no agent "coder" is declared',
      },
    ]
    expect(
      lines({
        matches: [{ trigger_id: 'plan-created', label: 'New plan', activities }],
        unmatched: [{ trigger_id: 'done', reason: 'it waits for notify_finish' }],
      }),
    ).toEqual([
      'notify_new_plan of Codex 1 sets off:',
      '  plan-created (New plan)',
      '    toast_notification',
      '      level: info',
      '      message:',
      '        Route',
      '        events',
      '    spawn_agent_session',
      '      agent_id: coder',
      '      reuse_if_running: true',
      '      would fail: no agent "coder" is declared',
      'Not set off:',
      '  done: it waits for notify_finish',
    ])
  })

  it('says so when it is nothing', () => {
    expect(lines()).toEqual(['notify_new_plan of Codex 1 sets off nothing.'])
    expect(lines({ matches: [{ trigger_id: 'x', activities: [] }] })).toEqual([
      'notify_new_plan of Codex 1 sets off:',
      '  x',
      '    nothing: it has no activities',
    ])
  })

  it('says which event it is, where an envelope makes several', () => {
    const match = { trigger_id: 'x', activities: [] }
    const types = ['notify_new_plan', 'session_created']
    expect(lines({ matches: types.map((event_type) => ({ ...match, event_type })) })).toEqual([
      'notify_new_plan of Codex 1 sets off:',
      '  x',
      '    nothing: it has no activities',
      '  x, by its session_created',
      '    nothing: it has no activities',
    ])
  })

  it('only counts those that wait for other events', () => {
    const unmatched = [
      { trigger_id: 'near', reason: 'session.id is "Codex 1", not "Gemini"' },
      { trigger_id: 'far', reason: 'it waits for turn_complete, and this is notify_new_plan' },
      { trigger_id: 'farther', reason: 'it waits for turn_error, and this is notify_new_plan' },
    ]
    const told = (...ids: string[]) => dryRunLines(run({ unmatched }), paintFor(false), new Set(ids)).slice(1)
    expect(told('far', 'farther', 'gone')).toEqual([
      'Not set off:',
      '  near: session.id is "Codex 1", not "Gemini"',
      '2 triggers wait for other events.',
    ])
    expect(told('far').slice(2)).toEqual([
      '  farther: it waits for turn_error, and this is notify_new_plan',
      '1 trigger waits for other events.',
    ])
    expect(told('near', 'far', 'farther')).toEqual(['3 triggers wait for other events.'])
  })

  it('keeps the shape of a text of many lines', () => {
    const activities = [{ activity_id: 'post_webhook', index: 0, rendered: { body: '{\n  "a": 1\n\n}' } }]
    expect(lines({ matches: [{ trigger_id: 'x', activities }] }).slice(3)).toEqual([
      '      body:',
      '        {',
      '          "a": 1',
      '',
      '        }',
    ])
  })

  it('does nothing to the terminal', () => {
    const rendered = { message: '\u001b]0;x\u0007a\rb' }
    const activities = [{ activity_id: 'toast_notification', index: 0, rendered }]
    expect(lines({ matches: [{ trigger_id: '\u001b[2Jx', activities }] }).join('|')).toBe(
      'notify_new_plan of Codex 1 sets off:|  x|    toast_notification|      message:|        a|        b',
    )
  })
})
