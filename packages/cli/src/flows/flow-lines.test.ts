import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import type { Flows } from './flow-api.js'
import { badFileLine, flowLines } from './flow-lines.js'

const flows = (more: Partial<Flows> = {}): Flows => ({
  version: 1,
  triggers: [
    {
      id: 'plan-created',
      label: 'New plan',
      event_type: 'notify_new_plan',
      where: { 'session.id': 'Codex 1' },
    },
    { id: 'quiet', event_type: 'turn_complete' },
  ],
  bindings_by_trigger_id: {
    'plan-created': [
      { activity_id: 'toast_notification', config: { level: 'info', message_template: 'x' } },
      { activity_id: 'spawn_agent_session', config: { agent_id: 'coder' } },
    ],
  },
  storage_path: '/data/flows',
  state: 'ready',
  files: [{ file: 'plan-created.yaml', trigger_id: 'plan-created' }],
  warnings: [],
  ...more,
})
const lines = (more: Partial<Flows> = {}, width = 200) =>
  flowLines(flows(more), { paint: paintFor(false), width: () => width })
const none = { triggers: [], bindings_by_trigger_id: {}, files: [] }

describe('flowLines', () => {
  it('says of each trigger what it waits for and what it does', () => {
    expect(lines()).toEqual([
      'TRIGGER       EVENT            WHERE               ACTIVITIES                               LABEL',
      'plan-created  notify_new_plan  session.id=Codex 1  toast_notification, spawn_agent_session  New plan',
      'quiet         turn_complete                        –',
    ])
  })

  it('says where a file is wrong, and what to do', () => {
    const bad = (file: string) => ({
      file,
      error: { file, line: 3, column: 7, message: 'unknown activity x' },
    })
    expect(lines({ files: [bad('a.yaml')] }).slice(-2)).toEqual([
      '/data/flows/a.yaml:3:7: unknown activity x',
      'This file is off until mended; saving is enough, and the others go on.',
    ])
    expect(lines({ ...none, files: [bad('a.yaml'), bad('b.yaml')] })).toEqual([
      '/data/flows/a.yaml:3:7: unknown activity x',
      '/data/flows/b.yaml:3:7: unknown activity x',
      'These files are off until mended; saving is enough, and the others go on.',
    ])
  })

  it('says what will not work when it is run', () => {
    const warnings = [{ trigger_id: 'plan-created', field: 'agent_id', message: 'there is no agent "coder"' }]
    expect(lines({ warnings }).at(-1)).toBe('plan-created: there is no agent "coder"')
  })

  it('says so when they are off', () => {
    expect(lines({ state: 'off' })[0]).toMatch(/^Flows are off\. .*"enabled": true.*config\.json\.$/)
  })

  it('says how to begin when there are none', () => {
    expect(lines(none)).toEqual([
      'There are no triggers yet. Put a YAML file into /data/flows, or: signalbox flows import FILE',
    ])
  })

  it('fits 80 columns and does nothing to the terminal, whatever the names', () => {
    const long = { id: 'x'.repeat(90), label: '漢\u001b[31m'.repeat(40), event_type: 'e'.repeat(60) }
    for (const line of lines({ triggers: [{ ...long, where: { a: 'b'.repeat(90) } }] }, 80)) {
      expect(displayWidth(line)).toBeLessThanOrEqual(80)
      expect(line).not.toContain('\u001b')
    }
  })
})

it.each([
  [{}, '/f/a.yaml: no'],
  [{ line: 3 }, '/f/a.yaml:3: no'],
  [{ line: 3, column: 1, field: 'x' }, '/f/a.yaml:3:1: no'],
])('says where: %j', (at, line) => {
  expect(badFileLine({ file: 'a.yaml', message: 'no', ...at }, '/f')).toBe(line)
})
