import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import type { Frame } from '../engine/witness.js'
import { BUILD, CLEAN, DIRTY, NOTIFICATION, notification, prompt, REMINDER, task } from './signalling.js'

const MESSAGE = `${REMINDER}\nClaude needs your permission to use Bash\n${task(BUILD)}`
const READ = 'Claude needs your permission to use Bash\nBuild > done'
const TAG = /<\/?(?:task-notification|system-reminder|task-id|summary)\b|\\u001b/

/** Fails when a person could read a tag; what is kept of the raw text on purpose is left out. */
function expectNoTag(where: string, frames: readonly object[]): void {
  const texts = frames.map((frame) =>
    JSON.stringify(frame, (key, value) => (key === 'raw_message' ? '' : value)),
  )
  const found = texts.find((text) => TAG.test(text))
  expectThat(`${where} shows no tag, but there is ${found?.slice(0, 300)}`, found === undefined)
}

/** The same notification, wherever one can read it. */
export const harmonizeWires: readonly ConformanceCase[] = [
  {
    id: 'notification-everywhere',
    verifies: [
      'HARMONIZE-001',
      'HARMONIZE-002',
      'HARMONIZE-003',
      'HARMONIZE-004',
      'HARMONIZE-007',
      'HARMONIZE-085',
    ],
    title: 'live and replayed, joined or not, on /ws, over SSE, on the activity stream and in lists',
    async run(context) {
      const name = context.name()
      await context.hook('claude', { session_id: name, hook_event_name: 'SessionStart' })
      const [joined, idle, late] = [await context.client(), await context.client(), await context.client()]
      const [{ sessionId, lastSeq }] = await joined.join({ sessionId: name })
      const [stream, activity] = [await context.stream(name), await context.activity(`?session=${sessionId}`)]
      await Promise.all([stream.replay(), activity.replay()])
      await notification(context, name, { message: MESSAGE, notification_type: 'permission_prompt' })
      await prompt(context, name, DIRTY.claude)
      await context.hook('claude', {
        session_id: name,
        hook_event_name: 'Stop',
        last_assistant_message: DIRTY.claude,
      })

      const type = 'agent_notification'
      const wanted = { message: READ, raw_message: MESSAGE, notification_type: 'permission_prompt' }
      const live = await joined.frame({ type, sessionId })
      expectMatch('live on /ws', live, { ...NOTIFICATION, ...wanted })
      expectSame('live without having joined', await idle.frame({ type, sessionId }), live)
      expectSame('live over SSE', await stream.frame({ type }), live)
      const { type: _type, ...canonical } = NOTIFICATION
      const seen = await activity.frame({ canonical_type: type })
      expectMatch('on the activity stream', seen, { ...canonical, ...wanted, session_id: sessionId })

      const last = await joined.frame({ type: 'turn_complete', sessionId })
      await Promise.all([
        stream.frame({ type: 'turn_complete' }),
        activity.frame({ hook_event_type: 'agent_stop' }),
      ])
      const [snapshot, ...replayed] = await late.join({ sessionId: name, afterSeq: lastSeq })
      const kept = await context.events(name)
      const listed = (await late.ask({ type: 'get_events', sessionId: name })).events as Frame[]
      const history = (await late.ask({ type: 'get_history', sessionId: name })).items as object[]
      expectMatch('in the conversation', history[0], { role: 'system', content: READ })
      const again = await context.activity(`?session=${sessionId}&after=0`)
      await again.replay()
      for (const [where, frames] of [
        ['replayed on /ws', replayed],
        ['over REST', kept],
        ['in get_events', listed],
      ] as const) {
        expectSame(
          where,
          frames.find((frame) => frame.type === type),
          live,
        )
      }
      const blocks = (of: typeof activity) => of.blocks.filter(({ event }) => event === undefined)
      expectSame('replayed on the activity stream', blocks(again), blocks(activity))
      expectThat('it is all of it', joined.frames.indexOf(last) > joined.frames.indexOf(live))

      expectNoTag('/ws', [...joined.of(sessionId), ...idle.of(sessionId)])
      expectNoTag('SSE', stream.blocks)
      expectNoTag('the activity stream', activity.blocks)
      expectNoTag('lists', [...kept, ...listed])
      expectNoTag('the snapshot', [snapshot])
      expectNoTag('the history', history)
    },
  },
  {
    id: 'history-of-notify',
    verifies: ['HARMONIZE-002', 'HARMONIZE-033'],
    title: 'what a notify says in the conversation is clean, its payload is not altered',
    async run(context) {
      const name = context.name()
      const said = [{ message: DIRTY.claude }, { summary: DIRTY.claude }]
      for (const more of said) await context.notify(name, { type: 'progress', plan_file: 'a', ...more })
      const client = await context.client()
      const { items } = await client.ask({ type: 'get_history', sessionId: name })
      expectMatch('the history', items, [{ content: CLEAN }, { content: CLEAN }])
      const [{ recentHistory }] = await client.join({ sessionId: name })
      expectMatch('the snapshot', recentHistory, [{ content: CLEAN }, { content: CLEAN }])
      const events = (await context.events(name)).filter(({ type }) => type === 'notify_progress')
      expectMatch(
        'the payloads',
        events,
        said.map((payload) => ({ notify: { payload } })),
      )
    },
  },
]
