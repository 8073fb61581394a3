import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { validate } from '../validate.js'
import {
  ACTIVITIES,
  ACTIVITY_IDS,
  type Activity,
  activityConfigSchema,
  FLOW_CONFIG,
  FLOW_CONFIG_EXAMPLE,
  FLOW_FILE,
  FLOW_FILE_EXAMPLE,
} from './index.js'

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false })
const acceptsConfig = ajv.compile(FLOW_CONFIG)

describe.each(ACTIVITY_IDS)('%s', (id) => {
  const activity: Activity = ACTIVITIES[id]
  const schema = activityConfigSchema(id)

  it('has an example that fits its fields', () => {
    const accepts = ajv.compile(schema)
    expect(validate(schema, activity.example)).toBeUndefined()
    expect(accepts(activity.example), JSON.stringify(accepts.errors)).toBe(true)
    expect(accepts({ ...activity.example, nope: 1 })).toBe(false)
    expect(accepts({})).toBe(false)
  })

  it('has defaults of the type of their field, and every field once', () => {
    for (const field of activity.fields) {
      if (field.default !== undefined)
        expect(validate(schema, { ...activity.example, [field.key]: field.default })).toBeUndefined()
      expect(field.required !== true || field.default === undefined).toBe(true)
    }
    const keys = activity.fields.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining([...(activity.oneOf ?? [])]))
  })
})

describe('flows', () => {
  it('fit their examples, as JSON and as a file', () => {
    expect(validate(FLOW_CONFIG, FLOW_CONFIG_EXAMPLE)).toBeUndefined()
    expect(acceptsConfig(FLOW_CONFIG_EXAMPLE), JSON.stringify(acceptsConfig.errors)).toBe(true)
    expect(validate(FLOW_FILE, FLOW_FILE_EXAMPLE)).toBeUndefined()
    expect(ajv.compile(FLOW_FILE)(FLOW_FILE_EXAMPLE)).toBe(true)
  })

  const binding = (activity_id: string, config: object) => ({
    ...FLOW_CONFIG_EXAMPLE,
    bindings_by_trigger_id: { 'plan-created': [{ activity_id, config }] },
  })
  it.each([
    ['another version', { ...FLOW_CONFIG_EXAMPLE, version: 2 }],
    ['an unknown field', { ...FLOW_CONFIG_EXAMPLE, storage_path: '/x' }],
    ['a trigger without an event type', { ...FLOW_CONFIG_EXAMPLE, triggers: [{ id: 'x' }] }],
    ['an unknown activity', binding('run_command', { command: 'ls' })],
    ['a level there is not', binding('toast_notification', { level: 'loud', message_template: 'x' })],
    ['a terminal message without a target', binding('send_to_terminal', { message_template: 'x' })],
    [
      'text for a number',
      binding('send_to_terminal', {
        message_template: 'x',
        target_agent_name: 'coder',
        output_tail_lines: '20',
      }),
    ],
  ])('refuse %s', (_what, config) => {
    expect(validate(FLOW_CONFIG, config)).toBeDefined()
    expect(acceptsConfig(config)).toBe(false)
  })
})
