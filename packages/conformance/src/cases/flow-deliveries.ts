import type { ConformanceCase } from '../case.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { deliveries, of, over, saved, settled, toast, uuidOf } from './flow.js'
import { attributesOf, ofSession, recordsOf } from './records.js'

const TIME = is.like(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const invalid = { status: 400, code: 'invalid_request' }
const spawn = (agent_id: string, config: object = {}) => ({
  activity_id: 'spawn_agent_session',
  config: { agent_id, ...config },
})
const retryPath = (id: string) => `/api/flow/deliveries/${encodeURIComponent(id)}/retry`
/** So many triggers may set each other off. */
const DEPTH = 5

/** What flows do, without anybody else. */
export const flowDeliveries: readonly ConformanceCase[] = [
  {
    id: 'flow-toast',
    verifies: ['FLOW-500', 'FLOW-501', 'FLOW-550', 'LOG-060'],
    title: 'a toast: an event of its session, a notice for everybody, a delivery that is done',
    async run(context) {
      const name = context.name()
      const id = await saved(context, of(name, toast('Said: {{summary}}', 'warning'), toast('and {{type}}')))
      await context.notify(name, { type: 'finish' })
      const notices = await context.notifications()
      const client = await context.client()
      await client.join({ sessionId: name })
      const told = await context.represent(name, { type: 'x', summary: 'A' })
      expectMatch('what became of it', told.dispatch, 'queued')
      const sessionId = await uuidOf(context, name)
      const delivery = `${told.id}/${id}/0`
      const event = await client.frame({ type: 'toast', deliveryId: delivery })
      expectMatch('the event', event, { sessionId, level: 'warning', message: 'Said: A', triggerId: id })
      const notice = await notices.frame({ type: 'toast', message: 'Said: A' })
      expectSame(
        'the notice',
        sorted(notice),
        sorted({
          type: 'toast',
          level: 'warning',
          message: 'Said: A',
          timestamp: notice.timestamp,
          session_id: sessionId,
        }),
      )
      await notices.frame({ message: 'and notify_event', level: 'info' })
      const rows = await settled(context, id, over(2))
      const common = { event_id: told.id, event_type: 'notify_event', trigger_id: id, chain: [id] }
      const done = { status: 'done', attempts: 1, created_at: TIME, updated_at: TIME, error: is.absent }
      const row = { ...common, ...done, session_id: sessionId, activity_id: 'toast_notification' }
      expectMatch(
        'the deliveries',
        [...rows].sort((a, b) => Number(a.index) - Number(b.index)),
        [
          { id: delivery, index: 0, ...row },
          { id: `${told.id}/${id}/1`, index: 1, ...row },
        ],
      )
    },
  },
  {
    id: 'flow-other-events',
    verifies: ['FLOW-500', 'FLOW-009'],
    title: 'a trigger of a turn that ended',
    async run(context) {
      const name = context.name()
      const where = { 'session.id': name }
      const id = await saved(context, {
        event_type: 'turn_complete',
        where,
        bindings: [toast('{{final_text}}')],
      })
      const notices = await context.notifications()
      const done = { type: 'agent-turn-complete', 'turn-id': '1', 'last-assistant-message': context.name() }
      await context.notify(name, done)
      await notices.frame({ type: 'toast', message: done['last-assistant-message'] })
      expectMatch('the delivery', await settled(context, id, over(1)), [{ event_type: 'turn_complete' }])
    },
  },
  {
    id: 'flow-duplicate',
    verifies: ['FLOW-505'],
    title: 'the same event twice sets off what it does once',
    async run(context) {
      const name = context.name()
      const id = await saved(context, of(name, toast('{{n}}')))
      const more = { event_id: 'e' }
      const first = await context.represent(name, { type: 'x', n: 1 }, more)
      await context.notify(name, { type: 'x', n: 1 }, more)
      await context.notify(name, { type: 'x', n: 2 })
      const rows = await settled(context, id, over(2))
      const ofFirst = rows.filter(({ event_id }) => event_id === first.id)
      expectMatch('of the first', ofFirst, [{ response: { message: '1' } }])
    },
  },
  {
    id: 'flow-changed',
    verifies: ['FLOW-410'],
    title: 'what is changed or removed holds for what comes after',
    async run(context) {
      const name = context.name()
      const id = await saved(context, of(name, toast('one')))
      const last = await saved(context, { ...of(name, toast('last')), event_type: 'notify_finish' })
      await context.notify(name, { type: 'x' })
      await settled(context, id, over(1))
      const path = `/api/flow/triggers/${id}`
      const headers = { 'content-type': 'application/json' }
      await context.http({ method: 'PUT', path, headers, body: of(name, toast('two')) })
      await context.notify(name, { type: 'x' })
      const rows = await settled(context, id, over(2))
      expectMatch(
        'what was said',
        rows.map(({ response }) => response?.message),
        ['two', 'one'],
      )
      await context.http({ method: 'DELETE', path })
      await context.notify(name, { type: 'x' })
      await context.notify(name, { type: 'finish' })
      await settled(context, last, over(1))
      expectMatch('no more', (await deliveries(context, `trigger=${id}`)).length, 2)
    },
  },
  {
    id: 'flow-deliveries-list',
    verifies: ['FLOW-502', 'FLOW-503'],
    title: 'newest first, by status, trigger and session, in pages',
    async run(context) {
      const [name, other] = [context.name(), context.name()]
      const id = await saved(context, { ...of(name, toast('{{n}}')), where: { 'notify.of': name } })
      const ids: string[] = []
      for (const n of [1, 2, 3, 4, 5])
        ids.unshift(
          (await context.represent(n < 4 ? name : other, { type: 'x', of: name, n: n === 3 ? '' : n })).id,
        )
      await settled(context, id, over(5))
      const list = async (query: string) =>
        (await deliveries(context, `trigger=${id}&${query}`)).map(({ event_id }) => event_id)
      expectSame('all', await list(''), ids)
      for (const [status, those] of [
        ['dead', ids.slice(2, 3)],
        ['done', [...ids.slice(0, 2), ...ids.slice(3)]],
        ['unknown', []],
      ] as const) {
        const rows = await deliveries(context, `trigger=${id}&status=${status}`)
        expectMatch(
          `those that are ${status}`,
          rows,
          those.map((event_id) => ({ event_id, status })),
        )
      }
      for (const session of [other, await uuidOf(context, other)])
        expectSame('of a session', await list(`session=${encodeURIComponent(session)}`), ids.slice(0, 2))
      const paged: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`
        const { json } = await context.http({ path: `/api/flow/deliveries?trigger=${id}&limit=2${after}` })
        const page = json as { deliveries: { event_id: string }[]; next: string | null }
        expectThat('at most two', page.deliveries.length <= 2)
        paged.push(...page.deliveries.map(({ event_id }) => event_id))
        next = page.next
      }
      expectSame('in pages', paged, ids)
      for (const [query, field] of [
        ['status=gone', 'status'],
        ['limit=0', 'limit'],
        ['limit=x', 'limit'],
        ['after=x', 'after'],
      ] as const)
        expectProblem(await context.http({ path: `/api/flow/deliveries?${query}` }), { ...invalid, field })
      const nobody = await context.http({
        path: `/api/flow/deliveries?session=${encodeURIComponent(context.name())}`,
      })
      expectMatch('of no session', nobody.status, 404)
    },
  },
  {
    id: 'flow-each-for-itself',
    verifies: ['FLOW-509', 'FLOW-531', 'FLOW-504'],
    title:
      'an agent that is not declared fails and says so, the toast beside it is shown; tried again, it fails again',
    async run(context) {
      const name = context.name()
      const id = await saved(
        context,
        of(name, spawn('nobody-declared', { message_template: 'x' }), toast('shown')),
      )
      const { id: eventId } = await context.represent(name, { type: 'x' })
      const rows = await settled(context, id, over(2))
      const [dead, done] = [rows.find(({ index }) => index === 0), rows.find(({ index }) => index === 1)]
      expectMatch('the agent', dead, { status: 'dead', attempts: 1, error: is.like(/nobody-declared/) })
      expectMatch('the toast', done, { status: 'done' })
      const retry = (of: string) => context.http({ method: 'POST', path: retryPath(of) })
      const again = await retry(`${eventId}/${id}/0`)
      expectMatch('tried again', again, {
        status: 200,
        json: { delivery: { id: dead?.id, status: 'pending' } },
      })
      const after = await settled(context, id, over(2))
      expectMatch(
        'it failed again',
        after.find(({ index }) => index === 0),
        {
          status: 'dead',
          error: dead?.error,
        },
      )
      expectProblem(await retry(`${eventId}/${id}/1`), { status: 409, code: 'conflict' })
      for (const nobody of [`${eventId}/${id}/2`, `${eventId}/nobody/0`, 'x'])
        expectProblem(await retry(nobody), { status: 404, code: 'not_found' })
    },
  },
  {
    id: 'flow-batch',
    verifies: ['FLOW-552', 'FLOW-505'],
    title: 'a batch with a duplicate and a bad line',
    async run(context) {
      const name = context.name()
      const id = await saved(context, of(name, toast('{{n}}')))
      const line = (n: number, more: object = {}) => ({
        session_id: name,
        payload: { type: 'x', n },
        ...more,
      })
      const body = [
        line(1, { event_id: 'e' }),
        line(2),
        line(1, { event_id: 'e' }),
        line(3, { source: 'me' }),
        line(4),
      ]
      const headers = { 'content-type': 'application/json' }
      const { status } = await context.http({ method: 'POST', path: '/api/events', headers, body })
      expectMatch('the batch', status, 200)
      const rows = await settled(context, id, over(3))
      expectSame('what was said', rows.map(({ response }) => response?.message).sort(), ['1', '2', '4'])
      const told = (await ofSession(context, name)).map((record) => {
        const { n, 'notify.duplicate': duplicate = false } = attributesOf(record)
        return [n, duplicate]
      })
      expectSame('the records', told.sort(), [
        ['1', false],
        ['1', true],
        ['2', false],
        ['4', false],
      ])
    },
  },
  {
    id: 'flow-deleted',
    verifies: ['FLOW-553'],
    title: 'with a session its deliveries and its records are gone',
    async run(context) {
      const [name, other] = [context.name(), context.name()]
      const id = await saved(context, { ...of(name, toast('{{n}}')), where: { 'notify.of': name } })
      for (const session of [name, other]) await context.notify(session, { type: 'x', of: name, n: session })
      await settled(context, id, over(2))
      const client = await context.client()
      const deleted = await client.ask({ type: 'delete_session', sessionId: name })
      expectMatch('deleted', deleted.type, 'session_deleted')
      const rows = await settled(context, id, (all) => all.length === 1)
      expectMatch('what is left', rows, [{ response: { message: other } }])
      const { records } = await recordsOf(context, `q=${encodeURIComponent(name)}&limit=1000`)
      expectSame(
        'the records',
        records.map((record) => attributesOf(record).session_id),
        [other],
      )
    },
  },
  {
    id: 'flow-loop',
    verifies: ['FLOW-506', 'LOG-080'],
    title: 'a toast about every toast is stopped at depth 5, and there is a record of it',
    async run(context) {
      const name = context.name()
      const where = { 'session.id': name }
      const id = await saved(context, { event_type: 'toast', where, bindings: [toast('again {{message}}')] })
      const first = await saved(context, of(name, toast('first')))
      await context.notify(name, { type: 'x' })
      const rows = await settled(context, id, (all) => all.some(({ status }) => status === 'stopped'))
      expectThat('some were done', rows.filter(({ status }) => status === 'done').length === DEPTH - 1)
      const [stopped] = rows
      expectMatch('the last', stopped, { status: 'stopped', attempts: 0, error: is.text })
      expectSame('how it came to that', stopped?.chain, [first, ...Array.from({ length: DEPTH }, () => id)])
      const { json } = await context.http({ path: `/api/logs?level=warning&q=${id}` })
      expectMatch('the record', json, { records: [{ severityText: 'warning' }] })
    },
  },
  {
    id: 'flow-spawn',
    verifies: ['FLOW-530'],
    title: 'an agent is started with the rendered message as its prompt',
    beside: true,
    async run(context) {
      const name = context.name()
      const config = {
        reuse_if_running: false,
        title_template: '{{notify.title}}',
        message_template: 'New plan summary: {{notify.plan_summary}}',
      }
      const title = context.name()
      const id = await saved(context, of(name, spawn('demo', config)))
      await context.notify(name, { type: 'x', title, plan_summary: 'Route events' })
      const [row] = await settled(context, id, over(1))
      expectMatch('the delivery', row, {
        status: 'done',
        response: { session_id: is.uuid, turn_id: is.text },
      })
      const client = await context.client()
      const sessionId = String(row?.response?.session_id)
      context.madeSession(sessionId)
      const [snapshot] = await client.join({ sessionId })
      expectMatch('the session', snapshot.session, { name: title, agentType: 'demo', origin: 'driven' })
      const { events } = await client.ask({ type: 'get_events', sessionId, limit: 1000 })
      expectMatch(
        'the prompt',
        (events as { type: string }[]).filter(({ type }) => type === 'user_message'),
        [{ content: 'New plan summary: Route events', turnId: row?.response?.turn_id }],
      )
    },
  },
  {
    id: 'flow-type-to-agent',
    verifies: ['FLOW-532'],
    title: 'what is typed to a driven session is a turn of it',
    beside: true,
    async run(context) {
      const name = context.name()
      const session = await DrivenSession.make(context, { name: context.name() })
      const config = { message_template: 'Review {{plan_file}}', target_session_id: session.id }
      const id = await saved(context, of(name, { activity_id: 'send_to_terminal', config }))
      await context.notify(name, { type: 'x', plan_file: 'a.org' })
      const started = await session.frame({ type: 'turn_started' })
      const said = await session.frame({ type: 'user_message', turnId: started.turnId })
      expectMatch('the prompt', said, { content: 'Review a.org' })
      expectMatch('the delivery', await settled(context, id, over(1)), [{ status: 'done' }])
      await session.end({ turnId: String(started.turnId) })
    },
  },
]

function sorted(value: object): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
}
