import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { dryRun, uuidOf } from './flow.js'

interface Row {
  id: string
  title: string
  verifies: readonly RequirementId[]
  /** Beside session_id. */
  envelope: { payload: Record<string, unknown>; [field: string]: unknown }
  /** Fields it must have; `is.absent` for those it must not. */
  fields: Record<string, unknown>
}

const ABSENT = is.absent
const RED = '\u001b[31mred\u001b[0m'

const ROWS: readonly Row[] = [
  {
    id: 'plan',
    title: 'the plan event of the contract',
    verifies: ['FLOW-001', 'FLOW-002', 'FLOW-003'],
    envelope: {
      occurred_at: '2026-01-28T20:17:42Z',
      event_id: 'manual:plan-L1-wip:notify',
      payload: { type: 'plan-L1-wip', plan_file: '.plans/notify.org', state: 'wip', level: 1 },
    },
    fields: {
      type: 'notify_event',
      timestamp: '2026-01-28T20:17:42Z',
      'notify.type': 'plan-L1-wip',
      'notify.event_id': 'manual:plan-L1-wip:notify',
      'notify.plan_file': '.plans/notify.org',
      plan_file: '.plans/notify.org',
      'notify.level': '1',
      level: '1',
      event_id: ABSENT,
    },
  },
  {
    id: 'canonical',
    title: 'type is canonical, notify.type as it was sent',
    verifies: ['FLOW-001'],
    envelope: { payload: { type: 'New Plan' } },
    fields: { type: 'notify_new_plan', 'notify.type': 'New Plan', 'notify.event_id': ABSENT },
  },
  {
    id: 'offset-time',
    title: 'a time with an offset stays as it was written',
    verifies: ['FLOW-002'],
    envelope: { occurred_at: '2026-01-28T21:17:42.5+01:00', payload: { type: 'x' } },
    fields: { timestamp: '2026-01-28T21:17:42.5+01:00' },
  },
  {
    id: 'now',
    title: 'without occurred_at it is the time of the server',
    verifies: ['FLOW-002'],
    envelope: { payload: { type: 'x' } },
    fields: { timestamp: is.like(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) },
  },
  {
    id: 'scalars',
    title: 'texts, numbers and booleans, under both names',
    verifies: ['FLOW-003'],
    envelope: { payload: { type: 'x', summary: 'A plan', ok: true, no: false, n: -3.5, zero: 0 } },
    fields: {
      ...{ summary: 'A plan', ok: 'true', no: 'false', n: '-3.5', zero: '0' },
      ...{ 'notify.summary': 'A plan', 'notify.ok': 'true', 'notify.no': 'false', 'notify.n': '-3.5' },
    },
  },
  {
    id: 'numbers',
    title: 'large and small numbers have no exponent',
    verifies: ['FLOW-011'],
    envelope: { payload: { type: 'x', large: 1e21, small: 1.5e-7 } },
    fields: { large: '1000000000000000000000', small: '0.00000015' },
  },
  {
    id: 'protected',
    title: 'a payload that wants to be somebody else',
    verifies: ['FLOW-004'],
    envelope: {
      occurred_at: '2026-01-28T20:17:42Z',
      event_id: 'e1',
      payload: {
        type: 'x',
        timestamp: 'evil',
        session_id: 'evil',
        'session.id': 'evil',
        'notify.type': 'evil',
        'notify.event_id': 'evil',
        event_id: 'evil',
        'Session.ID': 'evil',
        'session-id': 'evil',
      },
    },
    fields: {
      type: 'notify_event',
      timestamp: '2026-01-28T20:17:42Z',
      'notify.type': 'x',
      'notify.event_id': 'e1',
      'notify.session_id': 'evil',
      'notify.timestamp': 'evil',
    },
  },
  {
    id: 'protected-event-id',
    title: 'without event_id a payload does not give one',
    verifies: ['FLOW-004'],
    envelope: { payload: { type: 'x', event_id: 'evil', 'notify.event_id': 'evil', 'event-id': 'evil' } },
    fields: { 'notify.event_id': ABSENT },
  },
  {
    id: 'prototype',
    title: 'names every object of some languages has are names like others',
    verifies: ['FLOW-003'],
    envelope: { payload: { type: 'x', constructor: 'a', tostring: 'b' } },
    fields: { constructor: 'a', 'notify.tostring': 'b' },
  },
  {
    id: 'kebab',
    title: 'turn-id is also turn_id',
    verifies: ['FLOW-005'],
    envelope: {
      payload: { type: 'agent-turn-complete', 'turn-id': '12', 'last-assistant-message': 'Done.' },
    },
    fields: {
      ...{ 'turn-id': '12', turn_id: '12', 'notify.turn-id': '12', 'notify.turn_id': '12' },
      last_assistant_message: 'Done.',
    },
  },
  {
    id: 'kebab-and-snake',
    title: 'where both are there, each is itself, whichever came first',
    verifies: ['FLOW-005'],
    envelope: {
      payload: { type: 'x', 'turn-id': 'kebab', turn_id: 'snake', plan_file: 's', 'plan-file': 'k' },
    },
    fields: {
      'turn-id': 'kebab',
      turn_id: 'snake',
      plan_file: 's',
      'plan-file': 'k',
      'notify.turn_id': 'snake',
    },
  },
  {
    id: 'no-scalars',
    title: 'arrays, objects and null are no fields',
    verifies: ['FLOW-006'],
    envelope: { payload: { type: 'x', list: ['a'], object: { a: 'b' }, nothing: null, after: 'here' } },
    fields: {
      ...{
        list: ABSENT,
        'notify.list': ABSENT,
        object: ABSENT,
        'object.a': ABSENT,
        'notify.object.a': ABSENT,
      },
      ...{ nothing: ABSENT, 'notify.nothing': ABSENT, after: 'here' },
    },
  },
  {
    id: 'clean',
    title: 'colours and control characters are not in fields',
    verifies: ['FLOW-008'],
    envelope: {
      payload: { type: 'x', summary: `${RED} plan\u0007\u0000`, title: '\u001b]0;evil\u0007seen' },
    },
    fields: { summary: 'red plan', 'notify.summary': 'red plan', title: 'seen' },
  },
  {
    id: 'names',
    title: 'names are lower-case',
    verifies: ['FLOW-010'],
    envelope: { payload: { type: 'x', Summary: 'A', planFile: 'b' } },
    fields: { summary: 'A', 'notify.summary': 'A', planfile: 'b', Summary: ABSENT },
  },
]

/** What flows see of an event, by the dry run. */
export const flowFieldCases: readonly ConformanceCase[] = [
  ...ROWS.map(
    ({ id, title, verifies, envelope, fields }): ConformanceCase => ({
      id: `flow-fields-${id}`,
      verifies,
      title,
      async run(context) {
        const session_id = context.name()
        const told = await dryRun(context, { session_id, ...envelope })
        const session = { session_id, 'session.id': session_id }
        expectMatch('the fields', told.fields, { ...session, ...fields })
        expectThat(
          'every field is a text',
          Object.values(told.fields).every((value) => typeof value === 'string'),
        )
      },
    }),
  ),
  {
    id: 'flow-fields-session',
    verifies: ['FLOW-007'],
    title: 'the session by the id its sender used, in a dry run and as recorded',
    async run(context) {
      const name = context.name(' Codex 1')
      await context.notify(name, { type: 'first' })
      const uuid = await uuidOf(context, name)
      for (const sent of [name, uuid]) {
        const payload = { type: 'x', sent }
        const session = { session_id: sent, 'session.id': sent }
        const tried = await dryRun(context, { session_id: sent, payload })
        expectMatch('tried', tried.fields, session)
        const { id } = await context.represent(sent, payload)
        const { fields } = await dryRun(context, { id })
        expectMatch('recorded', fields, { ...session, sent, 'notify.type': 'x' })
      }
    },
  },
  {
    id: 'flow-fields-recorded',
    verifies: ['FLOW-008', 'FLOW-301'],
    title: 'of a recorded event they are the same as tried, and the payload stays as it was',
    async run(context) {
      const name = context.name()
      const payload = { type: 'x', summary: `${RED} plan`, 'turn-id': '7', n: 1 }
      const more = { event_id: 'e', occurred_at: '2026-01-28T20:17:42Z' }
      const { id, seq } = await context.represent(name, payload, more)
      const tried = await dryRun(context, { session_id: name, payload, ...more })
      const recorded = await dryRun(context, { id })
      expectSame('the fields', sorted(recorded.fields), sorted(tried.fields))
      expectMatch('a text', recorded.fields.summary, 'red plan')
      const event = (await context.events(name)).find((one) => one.seq === seq)
      expectMatch('what is kept', event, { notify: { payload } })
    },
  },
  {
    id: 'flow-fields-others',
    verifies: ['FLOW-009', 'FLOW-306'],
    title: 'a turn that ended: its scalars by name and in snake case',
    async run(context) {
      const name = context.name()
      await context.notify(name, {
        type: 'agent-turn-complete',
        'turn-id': '12',
        'last-assistant-message': 'Done.',
      })
      const { json } = await context.http({
        path: '/api/flow/recent-events?event_type=turn_complete&limit=100',
      })
      const { events } = json as { events: { id: string; session_id: string }[] }
      const found = events.find(({ session_id }) => session_id === name)
      expectMatch('it is among the recent ones', found, {
        id: is.uuid,
        type: 'turn_complete',
        timestamp: is.text,
        summary: is.like(/^/),
      })
      const { fields, event } = await dryRun(context, { id: found?.id })
      expectMatch('the event', event, { id: found?.id, type: 'turn_complete', session_id: name })
      const { turnid, ...rest } = fields
      expectMatch('the fields', rest, {
        type: 'turn_complete',
        timestamp: is.like(/^20\d\d-/),
        session_id: name,
        'session.id': name,
        finaltext: 'Done.',
        final_text: 'Done.',
        turn_id: turnid,
      })
    },
  },
]

function sorted(fields: Record<string, string>): [string, string][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
}
