import { FLOW_CONFIG_EXAMPLE } from '@signalbox/protocol/flow'
import type { ConformanceCase, Need } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import type { Answer } from '../engine/http-call.js'
import { is, mismatch } from '../engine/match.js'
import { triggerPath } from '../engine/remove-triggers.js'
import type { RequirementId } from '../manifest.js'
import {
  type Binding,
  JSON_TYPE,
  message,
  of,
  putTrigger,
  saved,
  type Trigger,
  toast,
  webhook,
} from './flow.js'

const CONFIG = '/api/flow/config'
const EMPTY = { version: 1, triggers: [], bindings_by_trigger_id: {} }
const invalid = { status: 400, code: 'invalid_request' }
const flows: readonly Need[] = ['flows']

/** The example of the contract, word for word. */
const EXAMPLE = {
  version: 1,
  triggers: [
    {
      id: 'plan-created',
      label: 'New plan created',
      event_type: 'notify_new_plan',
      where: { 'session.id': 'Codex 1' },
    },
  ],
  bindings_by_trigger_id: {
    'plan-created': [
      { activity_id: 'toast_notification', config: { level: 'info', message_template: '{{summary}}' } },
      {
        activity_id: 'spawn_agent_session',
        config: { agent_id: 'coder', message_template: 'New plan summary: {{notify.plan_summary}}' },
      },
    ],
  },
}

export function putConfig(
  context: Context,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return context.http({ method: 'PUT', path: CONFIG, headers: { ...JSON_TYPE, ...headers }, body })
}

export const getConfig = (context: Context): Promise<Answer> => context.http({ path: CONFIG })

/** Names that are nearly the same, in no order, and lists and texts that are empty or not there. */
export const AWKWARD_CONFIG = {
  version: 1,
  triggers: [
    { id: 'z', event_type: 'notify_event' },
    { id: 'Plan a', label: '', event_type: 'plan-new', where: {} },
    { id: 'plan-a', event_type: 'turn_complete', where: { b: '*', a: '' } },
    { id: 'plan a', event_type: 'notify_event' },
    { id: 'constructor', event_type: 'notify_event' },
    { id: '7', event_type: 'notify_event' },
    { id: '計画/..', label: 'é', event_type: 'toast' },
  ],
  bindings_by_trigger_id: { z: [toast('z')], 'Plan a': [], constructor: [toast('c'), toast('c')] },
}

/** A case that may replace everything: nothing is left of it. */
export function replacing(one: Omit<ConformanceCase, 'needs'>): ConformanceCase {
  const run = async (context: Context) => {
    try {
      await one.run(context)
    } finally {
      await putConfig(context, EMPTY).catch(() => undefined)
    }
  }
  return { ...one, needs: flows, run }
}

type Refused = readonly [
  id: string,
  verifies: RequirementId,
  config: object,
  field: RegExp | undefined,
  status?: number,
]

const good: Trigger = { event_type: 'notify_event', bindings: [toast('x')] }
const config = (trigger: object, ...bindings: object[]) => ({
  version: 1,
  triggers: [{ id: 'a', event_type: 'notify_event', ...trigger }],
  bindings_by_trigger_id: { a: bindings },
})
const bound = (activity_id: string, told: object) => config({}, { activity_id, config: told })
const hook = (told: object) => bound('post_webhook', { url: 'https://hooks.example.com/', ...told })

/** Configs that are wrong, and the field that is told. */
const REFUSED: readonly Refused[] = [
  ['version-2', 'FLOW-401', { ...EMPTY, version: 2 }, /^version$/],
  ['version-text', 'FLOW-401', { ...EMPTY, version: '1' }, /^version$/],
  ['no-version', 'FLOW-401', { triggers: [], bindings_by_trigger_id: {} }, /^version$/],
  ['no-object', 'FLOW-401', [], undefined],
  ['unknown-of-config', 'FLOW-402', { ...EMPTY, more: 1 }, /^more$/],
  ['storage-path', 'FLOW-402', { ...EMPTY, storage_path: '/' }, /^storage_path$/],
  ['unknown-of-trigger', 'FLOW-402', config({ enabled: true }), /^triggers\[0\]\.enabled$/],
  ['unknown-of-binding', 'FLOW-402', config({}, { ...toast('x'), name: 'x' }), /\[0\]\.name$/],
  [
    'unknown-of-activity',
    'FLOW-402',
    bound('toast_notification', { ...toast('x').config, x: 1 }),
    /config\.x$/,
  ],
  ['unknown-activity', 'FLOW-403', bound('send_mail', {}), /activity_id$/],
  ['run-command', 'FLOW-403', bound('run_command', { command: 'true' }), /activity_id$/],
  ['activity-of-objects', 'FLOW-403', bound('constructor', {}), /activity_id$/],
  ['no-message', 'FLOW-404', bound('toast_notification', { level: 'info' }), /message_template$/],
  ['blank-message', 'FLOW-404', config({}, toast(' ')), /message_template$/],
  ['no-url', 'FLOW-404', bound('post_webhook', {}), /url$/],
  ['no-agent', 'FLOW-404', bound('spawn_agent_session', { message_template: 'x' }), /agent_id$/],
  [
    'number-as-message',
    'FLOW-404',
    bound('toast_notification', { level: 'info', message_template: 7 }),
    /message_template$/,
  ],
  [
    'text-as-bool',
    'FLOW-404',
    bound('spawn_agent_session', { agent_id: 'a', reuse_if_running: 'yes' }),
    /reuse_if_running$/,
  ],
  [
    'half-a-line',
    'FLOW-404',
    bound('send_to_terminal', { message_template: 'x', target_session_id: 's', output_tail_lines: 1.5 }),
    /output_tail_lines$/,
  ],
  ['level', 'FLOW-405', config({}, toast('x', 'loud')), /config\.level$/],
  ['level-in-capitals', 'FLOW-405', config({}, toast('x', 'INFO')), /config\.level$/],
  ['event-type', 'FLOW-406', config({ event_type: 'notify_nothing' }), /event_type$/],
  ['event-type-not-kept', 'FLOW-406', config({ event_type: 'heartbeat' }), /event_type$/],
  ['no-event-type', 'FLOW-406', { ...EMPTY, triggers: [{ id: 'a' }] }, /event_type$/],
  [
    'twice',
    'FLOW-408',
    {
      ...EMPTY,
      triggers: [
        { id: 'a', event_type: 'toast' },
        { id: 'a', event_type: 'toast' },
      ],
    },
    undefined,
    409,
  ],
  ['blank-id', 'FLOW-404', config({ id: ' ' }), /id$/],
  ['where-number', 'FLOW-404', config({ where: { n: 7 } }), /where\.n$/],
  ['bindings-of-nobody', 'FLOW-414', { ...EMPTY, bindings_by_trigger_id: { b: [] } }, /b$/],
  ['url-none', 'FLOW-415', hook({ url: 'hooks' }), /url$/],
  ['url-file', 'FLOW-415', hook({ url: 'file:///etc/passwd' }), /url$/],
  ['url-password', 'FLOW-415', hook({ url: 'https://me:secret@example.com/' }), /url$/],
  ['headers-none', 'FLOW-415', hook({ headers_json: 'x' }), /headers_json$/],
  ['headers-list', 'FLOW-415', hook({ headers_json: '[]' }), /headers_json$/],
  ['headers-host', 'FLOW-415', hook({ headers_json: '{"Host":"x"}' }), /headers_json$/],
  ['headers-signature', 'FLOW-415', hook({ headers_json: '{"webhook-signature":"x"}' }), /headers_json$/],
  ['headers-line', 'FLOW-415', hook({ headers_json: '{"X-A":"b\\r\\nX-C: d"}' }), /headers_json$/],
  ['no-target', 'FLOW-416', bound('send_to_terminal', { message_template: 'x' }), /target_session_id$/],
]

/** The config as a whole, and trigger by trigger. */
export const flowConfigCases: readonly ConformanceCase[] = [
  replacing({
    id: 'flow-config-example',
    verifies: ['FLOW-400', 'FLOW-411'],
    title: 'the example of the contract, put and read; its agent is not declared',
    async run(context) {
      expectSame('it is the documented one', FLOW_CONFIG_EXAMPLE, EXAMPLE)
      const put = await putConfig(context, EXAMPLE)
      expectMatch('put', put.status, 200)
      const { warnings, ...same } = put.json as { warnings?: unknown }
      expectSame('what is told', same, EXAMPLE)
      expectMatch('the warning', warnings, [
        { trigger_id: 'plan-created', field: is.like(/agent_id$/), message: is.like(/coder/) },
      ])
      const { status, headers, json } = await getConfig(context)
      expectMatch('read', { status, headers }, { status: 200, headers: { etag: is.text } })
      expectSame('what is read', json, EXAMPLE)
    },
  }),
  replacing({
    id: 'flow-config-same',
    verifies: ['FLOW-400', 'FLOW-412'],
    title: 'triggers in their order, with names that are nearly the same, come back as they were put',
    async run(context) {
      const put = await putConfig(context, AWKWARD_CONFIG)
      expectMatch('put', put.status, 200)
      expectSame('what is told', put.json, AWKWARD_CONFIG)
      expectSame('what is read', (await getConfig(context)).json, AWKWARD_CONFIG)
    },
  }),
  ...REFUSED.map(
    ([id, verifies, wrong, field, status = 400]): ConformanceCase =>
      replacing({
        id: `flow-config-${id}`,
        verifies: [verifies, 'FLOW-413'],
        title: `${JSON.stringify(wrong).slice(0, 80)} is ${status}`,
        async run(context) {
          await putConfig(context, EXAMPLE)
          const answer = await putConfig(context, wrong)
          expectProblem(answer, status === 409 ? { status, code: 'conflict' } : invalid)
          if (field) expectMatch('the field', (answer.json as { field?: string }).field, is.like(field))
          expectSame('it is as it was', (await getConfig(context)).json, EXAMPLE)
        },
      }),
  ),
  replacing({
    id: 'flow-config-bodies',
    verifies: ['FLOW-402'],
    title: 'no JSON is 400, another media type 415',
    async run(context) {
      expectProblem(await putConfig(context, '{'), invalid)
      const answer = await putConfig(context, EMPTY, { 'content-type': 'text/plain' })
      expectProblem(answer, { status: 415, code: 'unsupported_media_type' })
    },
  }),
  replacing({
    id: 'flow-config-aliases',
    verifies: ['FLOW-407', 'FLOW-412'],
    title: 'old names of event types come back as they were written and match; an activity twice',
    async run(context) {
      const types = { 'plan-new': 'new-plan', 'plan-update': 'progress', 'work-finish': 'finish' }
      const triggers = Object.keys(types).map((id) => ({ id, event_type: id }))
      const bindings = Object.fromEntries(
        triggers.map(({ id }) => [id, [toast(`${id} 1`), toast(`${id} 2`)]]),
      )
      const put = { version: 1, triggers, bindings_by_trigger_id: bindings }
      expectMatch('put', (await putConfig(context, put)).status, 200)
      expectSame('read', (await getConfig(context)).json, put)
      for (const [id, type] of Object.entries(types)) {
        const event = { session_id: context.name(), payload: { type } }
        const { json } = await context.http({
          method: 'POST',
          path: '/api/flow/dry-run',
          headers: JSON_TYPE,
          body: { event },
        })
        const activities = [1, 2].map((n) => ({ rendered: { message: `${id} ${n}` } }))
        expectMatch(type, json, { matches: [{ trigger_id: id, activities }] })
      }
    },
  }),
  replacing({
    id: 'flow-config-if-match',
    verifies: ['FLOW-409'],
    title: 'who changes what somebody else has changed is told so',
    async run(context) {
      const first = (await putConfig(context, EMPTY)).headers.etag
      const put = await putConfig(context, EXAMPLE, { 'if-match': String(first) })
      expectMatch('with the right one', put.status, 200)
      const { etag } = put.headers
      expectMatch('it is a text', etag, is.like(/^"[^"]+"$/))
      expectThat('it is another', etag !== first)
      expectMatch('when read', (await getConfig(context)).headers.etag, etag)
      const stale = await putConfig(context, EMPTY, { 'if-match': String(first) })
      expectProblem(stale, { status: 412, code: (stale.json as { code: string }).code })
      expectSame('it is as it was', (await getConfig(context)).json, EXAMPLE)
      const trigger = await putTrigger(context, 'plan-created', good, { 'if-match': String(first) })
      expectMatch('a stale trigger', trigger.status, 412)
      for (const header of [{ 'if-match': '*' }, { 'if-match': String(etag) }, {}])
        expectMatch('otherwise', (await putConfig(context, EXAMPLE, header)).status, 200)
    },
  }),
  {
    id: 'flow-trigger-put',
    verifies: ['FLOW-410', 'FLOW-412'],
    title: 'one trigger is made, changed, read, removed; others stay',
    async run(context) {
      const other = await saved(context, good)
      const id = context.triggerName()
      const trigger = { label: 'One', ...of(context.name(), toast('a'), toast('b')) }
      const made = await putTrigger(context, id, trigger)
      expectMatch('new', { ...made, json: made.json }, { status: 201, json: { trigger: { id, ...trigger } } })
      const changed = { ...trigger, label: 'Two', bindings: [toast('c')] }
      const put = await putTrigger(context, id, changed)
      expectMatch('changed', put, { status: 200, json: { trigger: { id, ...changed } } })
      const { bindings, ...rest } = changed
      const { json } = await getConfig(context)
      const { triggers, bindings_by_trigger_id } = json as {
        triggers: { id: string }[]
        bindings_by_trigger_id: Record<string, Binding[]>
      }
      expectMatch(
        'read',
        triggers.find((one) => one.id === id),
        rest,
      )
      expectSame('with its bindings', bindings_by_trigger_id[id], bindings)
      const event = { session_id: context.name(), payload: { type: 'x' } }
      expectMatch('it can be rendered', await message(context, event, '{{type}}'), 'notify_event')
      const remove = () => context.http({ method: 'DELETE', path: triggerPath(id) })
      expectMatch('removed', await remove(), { status: 204, text: '' })
      expectProblem(await remove(), { status: 404, code: 'not_found' })
      const left = (await getConfig(context)).json as { triggers: { id: string }[] }
      expectThat(
        'the other stays',
        left.triggers.some((one) => one.id === other),
      )
      expectThat('it is gone', !left.triggers.some((one) => one.id === id))
    },
  },
  {
    id: 'flow-trigger-refused',
    verifies: ['FLOW-404', 'FLOW-402', 'FLOW-413'],
    title: 'a trigger that is wrong is 400 naming its field, and is not there',
    async run(context) {
      const wrong: readonly (readonly [object, RegExp])[] = [
        [{ ...good, event_type: 'nothing' }, /event_type$/],
        [{ ...good, bindings: [toast('x', 'loud')] }, /level$/],
        [{ ...good, more: 1 }, /more$/],
        [{ ...good, bindings: [webhook('x')] }, /url$/],
      ]
      for (const [body, field] of wrong) {
        const id = context.triggerName()
        const answer = await putTrigger(context, id, body)
        expectProblem(answer, invalid)
        expectMatch('the field', (answer.json as { field?: string }).field, is.like(field))
        const { json } = await getConfig(context)
        const { triggers } = json as { triggers: object[] }
        expectThat(
          'it is not there',
          triggers.every((one) => mismatch(one, { id }) !== undefined),
        )
      }
    },
  },
  {
    id: 'flow-trigger-names',
    verifies: ['FLOW-410'],
    title: 'ids with blanks, slashes, dots and other alphabets are ids',
    async run(context) {
      for (const suffix of [' A b', '/../x', '.yaml', ' é 計画', '%2F', 'A']) {
        const id = context.triggerName(suffix)
        const put = await putTrigger(context, id, good)
        expectMatch(id, put, { status: 201, json: { trigger: { id } } })
        expectMatch('removed', (await context.http({ method: 'DELETE', path: triggerPath(id) })).status, 204)
      }
    },
  },
]
