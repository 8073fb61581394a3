import type { ErrorKind } from '../errors.js'
import type { Json } from '../event.js'
import { ACTIVITIES } from '../flow/activities.js'
import { FLOW_BODY, FLOW_CONFIG, FLOW_CONFIG_EXAMPLE } from '../flow/config.js'
import { sampleFields } from '../flow/event-types.js'
import { EXAMPLE } from '../registry/example.js'
import { rowOf } from '../registry/registry.js'
import { s } from '../schema.js'
import { described } from './described.js'
import {
  FLOW_YAML_EXAMPLE,
  FlowActivity,
  FlowConfigAnswer,
  FlowDryRun,
  FlowDryRunAnswer,
  FlowFiles,
  FlowTriggerAnswer,
  RecentFlowEvent,
} from './flow-shapes.js'
import type { Content, HttpRoute, Parameter } from './route.js'

const config = JSON.parse(JSON.stringify(FLOW_CONFIG_EXAMPLE)) as Json
const bindings = JSON.parse(
  JSON.stringify(FLOW_CONFIG_EXAMPLE.bindings_by_trigger_id['plan-created']),
) as Json
const { id, ...trigger } = FLOW_CONFIG_EXAMPLE.triggers[0]
const warning = {
  trigger_id: id,
  field: 'bindings[1].config.agent_id',
  message: 'Start an agent: no agent coder is declared',
}
const envelope = {
  session_id: 'Codex 1',
  payload: { type: 'new-plan', summary: 'Route session events', plan_summary: 'Three steps' },
}
const type = 'notify_new_plan'
const samples = Object.fromEntries(sampleFields(type))

/** Said of a list that may go on. */
const NOT_ALL = described(
  s.boolean(),
  'True where there are fewer than `limit` and older events were not looked at. Else absent.',
)

const json = (schema: Content['schema'], example: Json): Content[] => [
  { mediaType: 'application/json', schema, example },
]
const YAML: Content[] = [{ mediaType: 'application/yaml', schema: s.string(), example: FLOW_YAML_EXAMPLE }]

const ETAG = { ETag: 'The revision of all flows, for If-Match.' }
const triggerId: Parameter = {
  name: 'id',
  in: 'path',
  schema: s.string(),
  description: 'The id of the trigger.',
  example: id,
}
const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  schema: s.string(),
  description: 'The ETag of the flows that are to be changed: 412 when somebody else has changed them since.',
  example: '"kZc3rWq0mXv8s2hB5tYdLg"',
}
const MASKING =
  'Without the permission `tenant:admin` the values in `headers_json` of a webhook are `***`: only their names are told.'
const BOUNDS =
  'Of an event flows see its first 256 fields with names of up to 256 characters; a value is cut after 65,536 characters, ' +
  'and those longer than 1,024 share 262,144.'

const READS: readonly ErrorKind[] = ['invalidMessage']
const TAKES: readonly ErrorKind[] = ['invalidJson', 'invalidMessage', 'tooLarge', 'unsupportedMediaType']
const CHANGES: readonly ErrorKind[] = [...TAKES, 'conflict', 'preconditionFailed', 'flowsUnavailable']

/** Flows: what they can do, what they are, what they would do. */
export const flowRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/flow/activities',
    operation: 'listFlowActivities',
    chapter: 'flows',
    summary: 'What flows can do',
    description: 'The catalogue: what a flow is checked by when it is saved, and what forms are made from.',
    access: 'session:read',
    answers: {
      200: {
        description: 'Every activity with its fields.',
        content: json(s.array(FlowActivity), [
          {
            id: 'toast_notification',
            label: ACTIVITIES.toast_notification.label,
            description: ACTIVITIES.toast_notification.description,
            fields: JSON.parse(JSON.stringify(ACTIVITIES.toast_notification.fields)) as Json,
          },
        ]),
      },
    },
    errors: READS,
  },
  {
    method: 'GET',
    path: '/api/flow/event-types',
    operation: 'listFlowEventTypes',
    chapter: 'flows',
    summary: 'What flows can wait for',
    access: 'session:read',
    answers: {
      200: {
        description: 'Every durable event, with the fields of an example.',
        content: json(
          s.object({
            event_types: s.array(s.string()),
            samples: s.record(s.record(s.string())),
            descriptions: s.record(s.string()),
          }),
          {
            event_types: [type],
            samples: { [type]: samples },
            descriptions: { [type]: rowOf(type).description },
          },
        ),
      },
    },
    errors: READS,
  },
  {
    method: 'GET',
    path: '/api/flow/config',
    operation: 'getFlowConfig',
    chapter: 'flows',
    summary: 'All flows',
    description:
      'A file that cannot be used takes only itself out: `errors` then says which, where and why. 503 when the folder of ' +
      'the flows cannot be read. ' +
      MASKING,
    access: 'session:read',
    answers: {
      200: { description: 'As they are now.', headers: ETAG, content: json(FlowConfigAnswer, config) },
    },
    errors: [...READS, 'flowsUnavailable'],
  },
  {
    method: 'PUT',
    path: '/api/flow/config',
    operation: 'putFlowConfig',
    chapter: 'flows',
    summary: 'Replace all flows',
    description:
      'What is refused changes nothing, and `field` says where it is wrong. Files of flows that stay as they are are not ' +
      'written again, and a file that cannot be used is left where it is.',
    access: 'tenant:admin',
    parameters: [ifMatch],
    body: { description: 'Up to 1 MiB.', content: json(FLOW_CONFIG, config) },
    answers: {
      200: {
        description: 'They are kept. `warnings`: what will not work as it is.',
        headers: ETAG,
        content: json(FlowConfigAnswer, config),
      },
    },
    errors: CHANGES,
  },
  {
    method: 'PUT',
    path: '/api/flow/triggers/{id}',
    operation: 'putFlowTrigger',
    chapter: 'flows',
    summary: 'Make or change one flow',
    access: 'tenant:admin',
    parameters: [triggerId, ifMatch],
    body: {
      description: 'The trigger and what it sets off.',
      content: json(FLOW_BODY, { ...trigger, bindings }),
    },
    answers: {
      200: {
        description: 'It is changed.',
        headers: ETAG,
        content: json(FlowTriggerAnswer, { trigger: { id, ...trigger, bindings }, warnings: [warning] }),
      },
      201: {
        description: 'It is new.',
        headers: ETAG,
        content: json(FlowTriggerAnswer, { trigger: { id, ...trigger, bindings } }),
      },
    },
    errors: CHANGES.filter((kind) => kind !== 'conflict'),
  },
  {
    method: 'DELETE',
    path: '/api/flow/triggers/{id}',
    operation: 'deleteFlowTrigger',
    chapter: 'flows',
    summary: 'Remove one flow',
    access: 'tenant:admin',
    parameters: [triggerId, ifMatch],
    answers: { 204: { description: 'It is gone.' } },
    errors: ['invalidMessage', 'notFound', 'preconditionFailed', 'unsupportedMediaType', 'flowsUnavailable'],
  },
  {
    method: 'GET',
    path: '/api/flow/config/export',
    operation: 'exportFlows',
    chapter: 'flows',
    summary: 'All flows as a YAML file',
    description: MASKING,
    access: 'session:read',
    answers: { 200: { description: 'To be kept, or imported elsewhere.', headers: ETAG, content: YAML } },
    errors: [...READS, 'flowsUnavailable'],
  },
  {
    method: 'POST',
    path: '/api/flow/config/import',
    operation: 'importFlows',
    chapter: 'flows',
    summary: 'Replace all flows by those of a YAML file',
    description:
      'What is refused changes nothing; `line`, `column` and `field` say where it is wrong. Aliases, anchors and tags of ' +
      'YAML are not taken.',
    access: 'tenant:admin',
    parameters: [ifMatch],
    body: {
      description: 'Up to 1 MiB; also as application/x-yaml, text/yaml or text/x-yaml.',
      content: YAML,
    },
    answers: {
      200: { description: 'They are kept.', headers: ETAG, content: json(FlowConfigAnswer, config) },
    },
    errors: CHANGES.filter((kind) => kind !== 'invalidJson'),
  },
  {
    method: 'GET',
    path: '/api/flow/files',
    operation: 'listFlowFiles',
    chapter: 'flows',
    summary: 'The files flows are kept in',
    description: 'They may be edited by hand and are read again at once.',
    access: 'session:read',
    answers: {
      200: {
        description: 'One entry per trigger, and one per file that cannot be used.',
        content: json(FlowFiles, {
          storage_path: '/home/me/.signalbox/flows',
          state: 'ready',
          files: [
            { file: 'plan-created.flow.yaml', trigger_id: id },
            {
              file: 'review.flow.yaml',
              error: {
                file: 'review.flow.yaml',
                line: 8,
                column: 16,
                field: 'flows[0].bindings[0].config.level',
                message: 'flows[0].bindings[0].config.level must be one of info, warning, error',
              },
            },
          ],
          warnings: [{ ...warning, field: `bindings_by_trigger_id.${id}[1].config.agent_id` }],
        }),
      },
    },
    errors: READS,
  },
  {
    method: 'GET',
    path: '/api/flow/recent-events',
    operation: 'listRecentFlowEvents',
    chapter: 'flows',
    summary: 'Recorded events to try flows on',
    description: 'The newest first. What is rare is looked for as far as a few seconds allow.',
    access: 'session:read',
    parameters: [
      {
        name: 'event_type',
        in: 'query',
        schema: s.string(),
        description: 'Only those of this type, or one of its other names.',
        example: type,
      },
      {
        name: 'limit',
        in: 'query',
        schema: s.integer({ minimum: 1, maximum: 100 }),
        description: 'How many at most; 20 if not given.',
        example: 20,
      },
    ],
    answers: {
      200: {
        description: 'Their ids can be given to a dry run.',
        content: json(s.object({ events: s.array(RecentFlowEvent), partial: s.optional(NOT_ALL) }), {
          events: [
            {
              id: EXAMPLE.runId,
              type,
              session_id: 'Codex 1',
              timestamp: '2026-01-28T20:17:42Z',
              summary: 'Route session events',
              notify_type: 'new-plan',
            },
          ],
        }),
      },
    },
    errors: [...READS, 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/flow/dry-run',
    operation: 'dryRunFlows',
    chapter: 'flows',
    summary: 'What flows would do with an event',
    description:
      'Nothing is done. `event` is a notify envelope, `{id}` of a recorded event, or `{sample}` with an event type. ' +
      '`trigger` is the id of one, or a whole one that need not be saved; without it all are tried. An envelope is taken as if it came ' +
      'now: with what else it means (a turn that ends, attention that is raised). What cannot be foreseen: what was told before by ' +
      'another way and so makes no second event, and what activities themselves set off. ' +
      BOUNDS +
      ' ' +
      MASKING,
    access: 'session:read',
    body: {
      description: 'Up to 1 MiB.',
      content: json(FlowDryRun, { event: envelope, trigger: id }),
    },
    answers: {
      200: {
        description: 'Which match, what they would say, and why the others do not.',
        content: json(FlowDryRunAnswer, {
          event: { type, session_id: 'Codex 1' },
          fields: samples,
          matches: [
            {
              trigger_id: id,
              label: trigger.label,
              event_type: type,
              activities: [
                {
                  activity_id: 'toast_notification',
                  index: 0,
                  rendered: { level: 'info', message: 'Route session events' },
                },
              ],
            },
          ],
          unmatched: [
            { trigger_id: 'review', reason: 'it waits for turn_complete, and this is notify_new_plan' },
          ],
        }),
      },
    },
    errors: [...TAKES, 'missingPayload', 'invalidPayload', 'notFound', 'unavailable'],
  },
]
