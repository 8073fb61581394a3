import { HOOKED_AGENTS } from '@signalbox/protocol/harmonize'
import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import type { Block, EventStream } from '../engine/event-stream.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { hookBody, KNOWN_HOOKS } from './known-hooks.js'
import { notification } from './signalling.js'

const UNKNOWN_HOOK = { native: 'OfTomorrow', payload: {}, activity: null }
const FOREIGN = '01994f3a-0000-7000-8000-0000000000ff'

/** What is activity of a stream; of one session, where several are told. */
const activities = ({ blocks }: EventStream, session?: string): Block[] =>
  blocks.filter(
    ({ event, frame }) => event === undefined && (session === undefined || frame.session_id === session),
  )
const messages = (blocks: readonly Block[]) => blocks.map(({ frame }) => frame.message)

/** A stream that has told what there was; what comes is live. */
async function opened(context: Context, query = '', headers: Record<string, string> = {}) {
  const stream = await context.activity(query, headers)
  const end = (await stream.replay()).at(-1)
  return { stream, cursor: String(end?.cursor) }
}

async function idOf(context: Context, session: string): Promise<string> {
  const { json } = await context.http({ path: sessionPath(session) })
  return (json as { id: string }).id
}

/** A session with so many notifications: n0, n1, … */
async function told(context: Context, count: number): Promise<{ name: string; id: string }> {
  const name = context.name()
  for (let n = 0; n < count; n++) await notification(context, name, { message: `n${n}` })
  return { name, id: await idOf(context, name) }
}

/** Canonical activity: what agents do, in the same words for all of them. */
export const activityStream: readonly ConformanceCase[] = [
  ...HOOKED_AGENTS.map(
    (agent): ConformanceCase => ({
      id: `activity-hooks-${agent}`,
      verifies: [
        ...(['HARMONIZE-080', 'HARMONIZE-081', 'HARMONIZE-082'] as const),
        ...(['HARMONIZE-083', 'HARMONIZE-084', 'HARMONIZE-085'] as const),
      ],
      title: `every hook of ${agent}, and one nobody knows, as canonical activity`,
      async run(context) {
        const { stream } = await opened(context)
        const timestamp = is.like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
        const always = { timestamp, message_intent: 'ctrl_activity', delivery_scope: 'CTRL' }
        const wanted: object[] = []
        const ids: unknown[] = []
        // A session for each: what one of them means depends on none before it.
        for (const { native, payload, activity } of [...KNOWN_HOOKS[agent], UNKNOWN_HOOK]) {
          const name = context.name()
          await context.hook(agent, hookBody(agent, name, native, payload))
          const session_id = await idOf(context, name)
          ids.push(session_id)
          if (activity) wanted.push({ ...always, ...activity, session_id })
        }
        const last = context.name()
        await notification(context, last, { message: 'the end' })
        await stream.frame({ message: 'the end', session_id: await idOf(context, last) })
        const heard = activities(stream).filter(({ frame }) => ids.includes(frame.session_id))
        expectMatch(
          'the activity',
          heard.map(({ frame }) => frame),
          wanted,
        )
      },
    }),
  ),
  {
    id: 'activity-preview',
    verifies: ['HARMONIZE-083', 'HARMONIZE-082'],
    title: 'a long command with colours and line breaks is one line of at most 70 characters',
    async run(context) {
      const name = context.name()
      const { stream } = await opened(context)
      const command = `\u001b[31mecho\u001b[0m\n${'é👩‍👩‍👧 '.repeat(40)}`
      const tool = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command } }
      await context.hook('claude', { session_id: name, hook_event_name: 'PreToolUse', ...tool })
      const { tool_preview } = await stream.frame({
        hook_event_type: 'tool_use',
        session_id: await idOf(context, name),
      })
      expectMatch('the preview', tool_preview, is.like(/^echo é[^\p{Cc}]*…$/u))
      expectThat('it is short', String(tool_preview).length <= 70)
    },
  },
  {
    id: 'activity-form',
    verifies: ['HARMONIZE-090', 'HARMONIZE-091'],
    title: 'the form of the stream, over two sessions; without a cursor only what comes',
    async run(context) {
      const before = await told(context, 1)
      const { stream, cursor } = await opened(context)
      const after = await told(context, 2)
      await notification(context, before.name, { message: 'last' })
      await stream.frame({ message: 'last' })
      expectMatch('the head', stream, {
        status: 200,
        headers: { 'content-type': is.like(/^text\/event-stream/), 'x-accel-buffering': 'no' },
        text: is.like(/^retry: \d+\n\n/),
      })
      const own = [...activities(stream)].filter(({ frame }) =>
        [before.id, after.id].includes(String(frame.session_id)),
      )
      expectSame('what came', messages(own), ['n0', 'n1', 'last'])
      const [epoch] = cursor.split('@')
      const offsets = [cursor, ...own.map(({ id = '' }) => id)].map((id) => {
        expectMatch('an id', id, is.like(new RegExp(`^${epoch}@\\d+$`)))
        return Number(id.split('@')[1])
      })
      expectThat(
        `ids rise: ${offsets}`,
        offsets.every((offset, n) => n === 0 || offset > (offsets[n - 1] ?? 0)),
      )
    },
  },
  {
    id: 'activity-resume',
    verifies: ['HARMONIZE-091'],
    title: 'from every id on, by header and by parameter: neither loss nor duplicate, then live',
    async run(context) {
      const { stream, cursor } = await opened(context)
      const { name, id } = await told(context, 4)
      await stream.frame({ message: 'n3', session_id: id })
      const ids = [cursor, ...activities(stream, id).map((block) => String(block.id))]
      const all = ['n0', 'n1', 'n2', 'n3']
      expectSame('live', messages(activities(stream, id)), all)
      for (const [n, last] of ids.entries()) {
        const header = await opened(context, '', { 'last-event-id': last })
        expectSame(`Last-Event-ID of ${n}`, messages(activities(header.stream, id)), all.slice(n))
        const parameter = await opened(context, `?session=${id}&after=${encodeURIComponent(last)}`)
        expectSame(`after ${n}`, messages(activities(parameter.stream)), all.slice(n))
        expectSame('the same bytes', activities(parameter.stream), activities(stream, id).slice(n))
      }
      const wins = await opened(context, '?after=0', { 'last-event-id': String(ids.at(-2)) })
      expectSame('the header wins', messages(activities(wins.stream, id)), ['n3'])
      await notification(context, name, { message: 'live' })
      await wins.stream.frame({ message: 'live', session_id: id })
      expectSame('then live', messages(activities(wins.stream, id)), ['n3', 'live'])
      const quiet = await opened(context, '', { 'last-event-id': wins.cursor })
      expectSame('from where its replay ended', messages(activities(quiet.stream, id)), ['live'])
    },
  },
  {
    id: 'activity-filters',
    verifies: ['HARMONIZE-093'],
    title: 'one session, some types, live and replayed',
    async run(context) {
      const [one, other] = [await told(context, 1), await told(context, 1)]
      const stop = { session_id: one.name, hook_event_name: 'Stop', last_assistant_message: 'Done' }
      await context.hook('claude', { ...stop, prompt_id: 'p1' })
      const types = async (query: string) => {
        const { stream } = await opened(context, `?session=${one.id}&after=0${query}`)
        return { stream, types: activities(stream).map(({ frame }) => frame.canonical_type) }
      }
      const all = await types('')
      expectSame('all of it', all.types, ['agent_notification', 'agent_output_stop'])
      const some = await types('&types=agent_output_stop,user_prompt_submit')
      expectSame('some types', some.types, ['agent_output_stop'])
      const byName = await opened(context, `?session=${encodeURIComponent(one.name)}&after=0`)
      expectSame('by another name of it', activities(byName.stream), activities(all.stream))
      const typed = await opened(context, '?types=agent_output_stop')
      await notification(context, one.name, { message: 'not asked for' })
      await notification(context, other.name, { message: 'not asked for' })
      await context.hook('claude', { ...stop, session_id: other.name, prompt_id: 'p2' })
      await context.hook('claude', { ...stop, prompt_id: 'p3' })
      const last = { canonical_type: 'agent_output_stop', session_id: one.id }
      await Promise.all([typed.stream.frame(last), some.stream.frame(last, 2), all.stream.frame(last, 3)])
      const ofThese = activities(typed.stream).filter(({ frame }) =>
        [one.id, other.id].includes(String(frame.session_id)),
      )
      expectSame(
        'types, live',
        ofThese.map(({ frame }) => [frame.canonical_type, frame.session_id]),
        [
          ['agent_output_stop', other.id],
          ['agent_output_stop', one.id],
        ],
      )
      expectSame('both, live', messages(activities(some.stream)), [undefined, undefined])
      expectThat(
        'no other session',
        activities(all.stream).every(({ frame }) => frame.session_id === one.id),
      )
    },
  },
  {
    id: 'activity-foreign-cursor',
    verifies: ['HARMONIZE-095'],
    title: 'a cursor of another log, and one ahead of this one',
    async run(context) {
      const { id } = await told(context, 2)
      const { cursor } = await opened(context)
      const ahead = cursor.replace(/@\d+$/, '@999999999999')
      for (const foreign of [`${FOREIGN}@1`, ahead]) {
        const { stream } = await opened(context, `?session=${id}`, { 'last-event-id': foreign })
        expectMatch('first', stream.blocks[0], { event: 'gap', frame: { type: 'gap', reason: 'epoch' } })
        expectSame('then everything', messages(activities(stream)), ['n0', 'n1'])
      }
    },
  },
  {
    id: 'activity-refused',
    verifies: ['HARMONIZE-094'],
    title: 'no token, no such session, bad parameters',
    needs: ['open', 'token'],
    async run(context) {
      const path = '/api/activity/stream'
      const anonymous = await context.http({ path, anonymous: true })
      expectProblem(anonymous, { status: 401, code: 'unauthorized' })
      const unknown = await context.http({ path: `${path}?session=${encodeURIComponent(context.name())}` })
      expectProblem(unknown, { status: 404, code: 'session_not_found' })
      const bad = [
        ['after=x', 'after'],
        ['after=-1', 'after'],
        [`after=${FOREIGN}:1`, 'after'],
        ['types=tool_use', 'types'],
        ['types=', 'types'],
        ['types=agent_notification,', 'types'],
        ['session=', 'session'],
        ['since=1', 'since'],
        ['after=1&after=2', 'after'],
      ] as const
      for (const [query, field] of bad) {
        const refused = await context.http({ path: `${path}?${query}` })
        expectProblem(refused, { status: 400, code: 'invalid_request', field })
      }
      const header = await context.http({ path, headers: { 'last-event-id': 'yesterday' } })
      expectProblem(header, { status: 400, code: 'invalid_request', field: 'Last-Event-ID' })
    },
  },
]
