import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../errors.js'
import { ACTIVITIES, ACTIVITY_IDS } from './activities.js'
import { checkFlow, checkFlowConfig, flowFileFault, flowWarnings } from './check-config.js'
import { FLOW_CONFIG_EXAMPLE, FLOW_FILE_EXAMPLE } from './config.js'
import type { FlowConfig } from './flow.js'

const example = () => JSON.parse(JSON.stringify(FLOW_CONFIG_EXAMPLE)) as FlowConfig

function refusal(value: unknown): SignalboxError {
  try {
    checkFlowConfig(value)
  } catch (error) {
    if (error instanceof SignalboxError) return error
    throw error
  }
  throw new Error('it was taken')
}

const withTrigger = (trigger: object) => ({
  ...example(),
  triggers: [{ id: 'plan-created', event_type: 'notify_new_plan', ...trigger }],
})
const withBinding = (binding: unknown) => ({
  ...example(),
  bindings_by_trigger_id: {
    'plan-created': [example().bindings_by_trigger_id['plan-created']?.[0], binding],
  },
})
const activity = (activity_id: string, config: unknown) => withBinding({ activity_id, config })
const webhook = (config: object) => activity('post_webhook', { url: 'https://x.example', ...config })

const AT = 'bindings_by_trigger_id.plan-created[1]'
const LONG = 'x'.repeat(64 * 1024 + 1)

describe('flows that are taken', () => {
  it('are the example, and come back as they are', () => {
    const config = example()
    expect(checkFlowConfig(config)).toEqual(config)
    expect(config).toEqual(FLOW_CONFIG_EXAMPLE)
    expect(flowFileFault(FLOW_FILE_EXAMPLE)).toBeUndefined()
    expect(checkFlowConfig({ version: 1, triggers: [], bindings_by_trigger_id: {} })).toBeDefined()
  })

  it.each([
    ['other names of types', withTrigger({ event_type: 'plan-new' })],
    ['any durable event', withTrigger({ event_type: 'permission_requested' })],
    ['the same activity twice', activity('toast_notification', { level: 'error', message_template: 'x' })],
    [
      'a template as long as may be',
      activity('spawn_agent_session', { agent_id: 'x', message_template: LONG.slice(1) }),
    ],
    ['any field in where', withTrigger({ where: { 'a.b-c': '*', empty: '' } })],
    [
      'an id like a member of every object',
      {
        version: 1,
        triggers: [{ id: 'constructor', event_type: 'notify_event' }],
        bindings_by_trigger_id: {},
      },
    ],
    [
      'a webhook with all it can have',
      webhook({ url: 'http://[::1]:8080/a?b#c', headers_json: '{"X-A": "b c"}', body_template: '{}' }),
    ],
    ['empty optional texts', webhook({ headers_json: '', body_template: '' })],
    [
      'a target by agent',
      activity('send_to_terminal', { message_template: 'x', target_agent_name: 'a', output_tail_lines: 0 }),
    ],
  ])('may have %s', (_what, config) => {
    expect(checkFlowConfig(config)).toEqual(config)
  })

  it.each(ACTIVITY_IDS)('may have the example of %s', (id) => {
    expect(checkFlowConfig(activity(id, ACTIVITIES[id].example))).toBeDefined()
  })
})

describe('flows that are refused', () => {
  it.each<[string, unknown, string | undefined]>([
    ['no object', [], undefined],
    ['no version', { triggers: [], bindings_by_trigger_id: {} }, 'version'],
    ['another version', { ...example(), version: 2 }, 'version'],
    ['an unknown field', { ...example(), storage_path: '/x' }, 'storage_path'],
    ['no list of triggers', { ...example(), triggers: {} }, 'triggers'],
    ['a trigger that is none', { ...example(), triggers: [1] }, 'triggers[0]'],
    ['no id', { ...example(), triggers: [{ event_type: 'notify_event' }] }, 'triggers[0].id'],
    ['an id with a line end', withTrigger({ id: 'a\nb' }), 'triggers[0].id'],
    ['an id that turns what follows', withTrigger({ id: 'a\u202eb' }), 'triggers[0].id'],
    ['an id that isolates', withTrigger({ id: 'a\u2066b' }), 'triggers[0].id'],
    ['an id nobody can tell from another', withTrigger({ id: 'a\u200bb' }), 'triggers[0].id'],
    ['a place above', withTrigger({ id: '..' }), 'triggers[0].id'],
    ['the same place', withTrigger({ id: '.' }), 'triggers[0].id'],
    ['a blank id', withTrigger({ id: ' ' }), 'triggers[0].id'],
    ['an id with a line end', withTrigger({ id: 'a\nb' }), 'triggers[0].id'],
    ['a padded id', withTrigger({ id: ' a' }), 'triggers[0].id'],
    ['a very long id', withTrigger({ id: 'x'.repeat(201) }), 'triggers[0].id'],
    ['no event type', { ...example(), triggers: [{ id: 'x' }] }, 'triggers[0].event_type'],
    ['an unknown event type', withTrigger({ event_type: 'file-change' }), 'triggers[0].event_type'],
    ['an event that is not durable', withTrigger({ event_type: 'text_delta' }), 'triggers[0].event_type'],
    ['a label that is no text', withTrigger({ label: 1 }), 'triggers[0].label'],
    ['where that is no object', withTrigger({ where: [] }), 'triggers[0].where'],
    ['where with a number', withTrigger({ where: { level: 1 } }), 'triggers[0].where.level'],
    ['where with no name', withTrigger({ where: { ' ': 'x' } }), 'triggers[0].where. '],
    [
      'where with an empty session',
      withTrigger({ where: { 'Session.ID': ' ' } }),
      'triggers[0].where.Session.ID',
    ],
    ['an unknown field of a trigger', withTrigger({ enabled: true }), 'triggers[0].enabled'],
    ['bindings that are no object', { ...example(), bindings_by_trigger_id: [] }, 'bindings_by_trigger_id'],
    ['bindings of nobody', { ...example(), triggers: [] }, 'bindings_by_trigger_id.plan-created'],
    ['a binding that is none', withBinding('x'), AT],
    ['a binding without config', withBinding({ activity_id: 'toast_notification' }), `${AT}.config`],
    ['an unknown activity', activity('run_command', { command: 'ls' }), `${AT}.activity_id`],
    ['an inherited activity', activity('constructor', {}), `${AT}.activity_id`],
    ['a missing field', activity('toast_notification', { level: 'info' }), `${AT}.config.message_template`],
    [
      'an empty field',
      activity('toast_notification', { level: 'info', message_template: '' }),
      `${AT}.config.message_template`,
    ],
    [
      'a bad level',
      activity('toast_notification', { level: 'loud', message_template: 'x' }),
      `${AT}.config.level`,
    ],
    ['an unknown field of an activity', webhook({ method: 'GET' }), `${AT}.config.method`],
    ['null for a field', webhook({ body_template: null }), `${AT}.config.body_template`],
    [
      'text for a switch',
      activity('spawn_agent_session', { agent_id: 'x', reuse_if_running: 'yes' }),
      `${AT}.config.reuse_if_running`,
    ],
    [
      'text for a number',
      activity('send_to_terminal', { message_template: 'x', target_session_id: 's', output_tail_lines: '5' }),
      `${AT}.config.output_tail_lines`,
    ],
    [
      'no target',
      activity('send_to_terminal', { message_template: 'x', target_agent_name: ' ' }),
      `${AT}.config.target_session_id`,
    ],
    [
      'a template that is too long',
      activity('spawn_agent_session', { agent_id: 'x', message_template: LONG }),
      `${AT}.config.message_template`,
    ],
    [
      'one that is too long in bytes',
      activity('spawn_agent_session', { agent_id: 'x', message_template: 'ä'.repeat(40_000) }),
      `${AT}.config.message_template`,
    ],
    ['a url that is none', webhook({ url: 'hooks.example' }), `${AT}.config.url`],
    ['a url of another sort', webhook({ url: 'file:///etc/passwd' }), `${AT}.config.url`],
    ['a url without a host', webhook({ url: 'https:///x' }), `${AT}.config.url`],
    ['a url with a password', webhook({ url: 'https://me:secret@x.example/' }), `${AT}.config.url`],
    ['a url with a blank', webhook({ url: 'https://x.example/a b' }), `${AT}.config.url`],
    ['a url with a backslash', webhook({ url: 'https://x.example\\@evil.example/' }), `${AT}.config.url`],
    ['a url with a port too high', webhook({ url: 'https://x.example:70000/' }), `${AT}.config.url`],
    ['a url with an address in other words', webhook({ url: 'http://2130706433/' }), `${AT}.config.url`],
    ['a url with an address cut short', webhook({ url: 'http://0x7f.1/' }), `${AT}.config.url`],
    ['a url with a number that is no address', webhook({ url: 'http://256.0.0.1/' }), `${AT}.config.url`],
    ['a url with a field', webhook({ url: 'https://x.example/{{a}}' }), `${AT}.config.url`],
    ['headers that are no JSON', webhook({ headers_json: '{' }), `${AT}.config.headers_json`],
    ['headers that are a list', webhook({ headers_json: '["a"]' }), `${AT}.config.headers_json`],
    ['headers that are numbers', webhook({ headers_json: '{"a":1}' }), `${AT}.config.headers_json`],
    [
      'a header with a line end',
      webhook({ headers_json: '{"a":"b\\r\\nc: d"}' }),
      `${AT}.config.headers_json`,
    ],
    [
      'a header of the connection',
      webhook({ headers_json: '{"Content-Length":"1"}' }),
      `${AT}.config.headers_json`,
    ],
  ])('for %s', (_what, config, field) => {
    const error = refusal(config)
    expect(error.field).toBe(field)
    expect(error.kind).toBe('invalidMessage')
    expect(error.message.length).toBeGreaterThan(5)
    expect(error.message).not.toContain('secret')
  })

  it('for an id that is there twice, as a conflict', () => {
    const [trigger] = example().triggers
    const error = refusal({ ...example(), triggers: [trigger, trigger] })
    expect([error.kind, error.field]).toEqual(['conflict', 'triggers[1].id'])
    expect(flowFileFault({ version: 1, flows: [trigger, trigger] })).toMatchObject({
      path: ['flows', 1, 'id'],
      conflict: true,
    })
  })

  it('for more than there may be', () => {
    const triggers = Array.from({ length: 1001 }, (_, index) => ({
      id: `t${index}`,
      event_type: 'notify_event',
    }))
    expect(refusal({ ...example(), triggers, bindings_by_trigger_id: {} }).field).toBe('triggers')
    const [binding] = example().bindings_by_trigger_id['plan-created'] ?? []
    const many = { 'plan-created': Array(51).fill(binding) }
    expect(refusal({ ...example(), bindings_by_trigger_id: many }).field).toBe(
      'bindings_by_trigger_id.plan-created',
    )
    const where = Object.fromEntries(triggers.slice(0, 51).map(({ id }) => [id, 'x']))
    expect(refusal(withTrigger({ where })).field).toBe('triggers[0].where')
  })

  it('one trigger at a time too', () => {
    const flow = {
      id: 'x',
      event_type: 'notify_event',
      bindings: [{ activity_id: 'toast_notification', config: {} }],
    }
    expect(() => checkFlow(flow)).toThrow('bindings[0].config.level is required')
    expect(() => checkFlow({ ...flow, bindings: [] }, ['trigger'])).not.toThrow()
    expect(() => checkFlow(7, ['trigger'])).toThrow('trigger must be an object')
  })

  it('whatever they are, with a field and never otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (triggers, bindings) => {
        expect(
          refusal({ version: 1, triggers: [triggers], bindings_by_trigger_id: bindings }),
        ).toBeInstanceOf(SignalboxError)
      }),
    )
  })
})

describe('warnings', () => {
  it('name agents that are not declared', () => {
    expect(flowWarnings(example(), { agents: ['coder'] })).toEqual([])
    expect(flowWarnings(example(), { agents: ['demo'] })).toEqual([
      {
        trigger_id: 'plan-created',
        field: 'bindings_by_trigger_id.plan-created[1].config.agent_id',
        message: 'Start an agent: no agent coder is declared',
      },
    ])
  })

  const told = (config: unknown) =>
    flowWarnings(checkFlowConfig(config), {
      agents: ['coder'],
      urlClosed: (url) => (url.includes('localhost') ? 'localhost is a private address' : undefined),
    }).map(({ field, message }) => [field, message])

  it('name output that is put in and not asked for', () => {
    const config = { message_template: 'x {{ Output_Tail }}', target_session_id: 's' }
    expect(told(activity('send_to_terminal', config))).toEqual([
      [`${AT}.config.message_template`, expect.stringContaining('is empty without include_terminal_output')],
    ])
    expect(told(activity('send_to_terminal', { ...config, include_terminal_output: true }))).toEqual([])
    expect(told(activity('send_to_terminal', { ...config, message_template: 'output_tail' }))).toEqual([])
  })

  it('name a url nothing would be posted to', () => {
    expect(told(webhook({}))).toEqual([])
    expect(told(webhook({ url: 'http://localhost/' }))).toEqual([
      [`${AT}.config.url`, 'Call a webhook: localhost is a private address'],
    ])
  })

  it.each([
    ['{"a": "{{x}}"', true],
    [' [1, 2', true],
    ['{"a": {{x}},}', true],
    ["{'a': 1}", true],
    ['{"a": "{{x}}", "b": {{y}}}', false],
    ['[{{x}}]', false],
    ['{{x}} is done', false],
    ['{{{{', false],
    ['plain', false],
    ['', false],
  ])('name a body that only begins like JSON: %s', (body_template, warned) => {
    const field = `${AT}.config.body_template`
    expect(told(webhook({ body_template }))).toEqual(
      warned ? [[field, expect.stringContaining('begins like JSON but is none')]] : [],
    )
  })
})
