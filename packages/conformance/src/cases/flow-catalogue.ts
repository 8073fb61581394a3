import { type EventType, isDurable, REGISTRY } from '@signalbox/protocol'
import { ANY, type ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'

const text = (key: string, more: object = {}) => ({ key, type: 'string', ...more })
const required = { required: true }

/** The activities of the contract with their fields. */
const ACTIVITIES = [
  [
    'toast_notification',
    [
      text('level', { ...required, options: ['info', 'warning', 'error'] }),
      text('message_template', required),
    ],
  ],
  ['post_webhook', [text('url', required), text('headers_json'), text('body_template')]],
  [
    'send_to_terminal',
    [
      text('message_template', required),
      text('target_session_id'),
      text('target_agent_name'),
      { key: 'include_terminal_output', type: 'bool', default: false },
      { key: 'output_tail_lines', type: 'int', default: 50 },
    ],
  ],
  [
    'spawn_agent_session',
    [
      text('agent_id', required),
      { key: 'reuse_if_running', type: 'bool', default: true },
      text('title_template'),
      text('message_template'),
    ],
  ],
] as const

const NOTIFY = ['notify_new_plan', 'notify_progress', 'notify_finish', 'notify_event']

/** What flows are made of. */
export const flowCatalogue: readonly ConformanceCase[] = [
  {
    id: 'flow-activities',
    verifies: ['FLOW-440'],
    title: 'the four activities, with what each takes',
    needs: ANY,
    async run(context) {
      const { status, json } = await context.http({ path: '/api/flow/activities' })
      expectMatch(
        'the answer',
        { status, json },
        {
          status: 200,
          json: ACTIVITIES.map(([id, fields]) => ({
            id,
            label: is.text,
            description: is.text,
            fields: fields.map((field) => ({
              required: is.absent,
              label: is.text,
              description: is.text,
              ...field,
            })),
          })),
        },
      )
    },
  },
  {
    id: 'flow-event-types',
    verifies: ['FLOW-441'],
    title: 'every durable event, with a sample of its fields',
    needs: ANY,
    async run(context) {
      const { status, json } = await context.http({ path: '/api/flow/event-types' })
      expectMatch('the status', status, 200)
      const { event_types, samples, descriptions } = json as {
        event_types: string[]
        samples: Record<string, Record<string, unknown>>
        descriptions: Record<string, string>
      }
      const durable = (Object.keys(REGISTRY) as EventType[]).filter(isDurable)
      expectSame('the types', [...event_types].sort(), [...durable].sort())
      expectThat(
        'those of notify are among them',
        NOTIFY.every((type) => event_types.includes(type)),
      )
      for (const type of event_types) {
        expectMatch(`the sample of ${type}`, samples[type], { type, timestamp: is.text, session_id: is.text })
        expectMatch(`what ${type} is`, descriptions[type], is.text)
        expectThat(
          'they are texts',
          Object.values(samples[type] ?? {}).every((value) => typeof value === 'string'),
        )
      }
      for (const type of NOTIFY) expectMatch(type, samples[type], { 'notify.type': is.text })
    },
  },
]
