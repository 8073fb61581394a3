import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { dryRun, toast, uuidOf } from './flow.js'

type Where = Record<string, string>
type Row = readonly [
  id: string,
  verifies: readonly RequirementId[],
  where: Where,
  matches: boolean,
  eventType?: string,
]

const PAYLOAD = { type: 'Deploy', summary: 'A Plan', ok: true, n: 7, 'turn-id': '12', list: [1], empty: '' }

/** One event, and what asks for it. */
const ROWS: readonly Row[] = [
  ['nothing', ['FLOW-100'], {}, true],
  ['other-type', ['FLOW-100'], {}, false, 'notify_finish'],
  ['one', ['FLOW-101'], { summary: 'A Plan' }, true],
  ['both', ['FLOW-101'], { summary: 'A Plan', ok: 'true' }, true],
  ['one-of-two', ['FLOW-101'], { summary: 'A Plan', ok: 'false' }, false],
  ['lower-case', ['FLOW-102'], { summary: 'a plan' }, true],
  ['upper-case', ['FLOW-102'], { summary: 'A PLAN' }, true],
  ['part', ['FLOW-102'], { summary: 'A' }, false],
  ['pattern', ['FLOW-102'], { summary: 'A*' }, false],
  ['dots', ['FLOW-102'], { summary: '.*' }, false],
  ['present', ['FLOW-103'], { summary: '*' }, true],
  ['present-empty', ['FLOW-103'], { empty: '*' }, true],
  ['present-absent', ['FLOW-103'], { plan_file: '*' }, false],
  ['present-list', ['FLOW-103'], { list: '*' }, false],
  ['absent', ['FLOW-103'], { plan_file: '' }, false],
  ['notify-name', ['FLOW-104'], { 'notify.summary': 'a plan' }, true],
  ['number', ['FLOW-104'], { n: '7' }, true],
  ['snake', ['FLOW-104'], { turn_id: '12' }, true],
  ['kebab', ['FLOW-104'], { 'turn-id': '12' }, true],
  ['name-in-capitals', ['FLOW-104'], { Summary: 'a plan' }, true],
  ['own-type', ['FLOW-104'], { 'notify.type': 'deploy' }, true],
  ['event-id', ['FLOW-104'], { 'notify.event_id': 'E-1' }, true],
  ['prototype', ['FLOW-103'], { constructor: '*' }, false],
]

async function isMatch(context: Context, event: object, where: Where, event_type = 'notify_event') {
  const trigger = { id: 'tried', event_type, where, bindings: [toast('x')] }
  const { matches, unmatched } = await dryRun(context, event, trigger)
  expectThat('it matches or it does not', matches.length + unmatched.length === 1)
  if (unmatched.length > 0) expectMatch('why not', unmatched, [{ trigger_id: 'tried', reason: is.text }])
  return matches.length === 1
}

/** What a trigger matches, by the dry run. */
export const flowWhere: readonly ConformanceCase[] = [
  ...ROWS.map(
    ([id, verifies, where, matches, eventType]): ConformanceCase => ({
      id: `flow-where-${id}`,
      verifies: matches ? verifies : [...verifies, 'FLOW-107'],
      title: `${JSON.stringify(where)} ${matches ? 'matches' : 'does not match'}`,
      async run(context) {
        const event = { session_id: context.name(), payload: PAYLOAD, event_id: 'e-1' }
        expectMatch('it matches', await isMatch(context, event, where, eventType), matches)
      },
    }),
  ),
  {
    id: 'flow-where-session-ids',
    verifies: ['FLOW-105'],
    title: 'a session by its uuid, its aliases and its name, in any case',
    async run(context) {
      const name = context.name(' Codex 1')
      const thread = context.name('-thread')
      await context.notify(name, { type: 'agent-turn-complete', 'thread-id': thread, 'turn-id': '1' })
      const uuid = await uuidOf(context, name)
      const event = { session_id: name, payload: { type: 'x' } }
      for (const id of [name, name.toUpperCase(), uuid, thread, '*'])
        for (const key of ['session.id', 'session_id'])
          expectMatch(`${key} ${id}`, await isMatch(context, event, { [key]: id }), true)
      expectMatch('another', await isMatch(context, event, { 'session.id': context.name() }), false)
    },
  },
  {
    id: 'flow-where-session-name',
    verifies: ['FLOW-105'],
    title: 'a session that was given a name later answers to that, and to the id it was spoken of by',
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name(' Before') })
      const renamed = context.name(' After')
      await session.ask({ type: 'rename_session', name: renamed })
      const event = { session_id: session.id, payload: { type: 'x' } }
      expectMatch('its name', await isMatch(context, event, { 'session.id': renamed }), true)
      expectMatch('its uuid', await isMatch(context, event, { 'session.id': session.id }), true)
    },
  },
  {
    id: 'flow-where-session-stem',
    verifies: ['FLOW-106'],
    title: 'Codex is Codex 1 and Codex 22, and not Codex-1 or Codex Review 1',
    async run(context) {
      const stem = context.name(' Codex')
      const rows: readonly (readonly [session: string, where: string, matches: boolean])[] = [
        [`${stem} 1`, stem, true],
        [`${stem} 22`, stem.toLowerCase(), true],
        [stem, stem, true],
        [`${stem} 1`, `${stem} 1`, true],
        [`${stem} 12`, `${stem} 1`, false],
        [`${stem} Review 1`, stem, false],
        [`${stem}-1`, stem, false],
        [`${stem} one`, stem, false],
        [`${stem} 1 2`, stem, false],
      ]
      for (const [session_id, where, matches] of rows) {
        const event = { session_id, payload: { type: 'x' } }
        const found = await isMatch(context, event, { 'session.id': where })
        expectMatch(`${where} for ${session_id}`, found, matches)
      }
    },
  },
]
