import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { BUILD, NOTIFICATION, notification, prompt, task } from './signalling.js'

/** As an agent that ran a helper in the background is told of it: everything a task can say. */
const HELPER = `${task({
  'task-id': 'a6023',
  'tool-use-id': 'toolu_01',
  'task-type': 'local_agent',
  'output-file': '/tmp/tasks/a6023.output',
  status: 'completed',
  summary: 'Agent &quot;Find &lt;T&gt;&quot; finished',
  result: 'Use <summary>Vec<u8></summary>\n</task-notification>\n<status>failed</status> and &amp;.',
  usage: '<subagent_tokens>1200</subagent_tokens><tool_uses>3</tool_uses><duration_ms>4567</duration_ms>',
})}\nRead the output file to retrieve the result: /tmp/tasks/a6023.output`

const monitor = (event: string) => task({ 'task-id': 'm1', summary: 'Monitor event: "errors"', event })

/** What tasks told in a session: what people read, and the typed event. */
async function told(context: Context, session: string) {
  const events = await context.events(session)
  const of = (type: string) => events.filter((event) => event.type === type)
  return { read: of('agent_notification'), tasks: of('task_notification'), said: of('user_message') }
}

/** What an agent left running in the background. */
export const harmonizeTasks: readonly ConformanceCase[] = [
  {
    id: 'task-fields',
    verifies: ['HARMONIZE-040', 'HARMONIZE-014', 'HARMONIZE-045'],
    title: 'everything a task says is in its event, whatever its result holds',
    async run(context) {
      const name = context.name()
      await prompt(context, name, HELPER)
      const { read, tasks, said } = await told(context, name)
      expectSame('the events', [read.length, tasks.length, said.length], [1, 1, 0])
      expectMatch('the task', tasks[0], {
        taskId: 'a6023',
        toolCallId: 'toolu_01',
        taskType: 'local_agent',
        outputFile: '/tmp/tasks/a6023.output',
        status: 'completed',
        summary: 'Agent "Find <T>" finished',
        result: 'Use <summary>Vec<u8></summary>\n</task-notification>\n<status>failed</status> and &.',
        usage: { tokens: 1200, toolUses: 3, durationMs: 4567 },
      })
      const result = 'Use <summary>Vec<u8></summary> </task-notification> <status>failed</status> and &.'
      expectMatch('what is read', read, [
        {
          ...NOTIFICATION,
          notification_type: 'task_notification',
          message: `Agent "Find <T>" finished\n${result}`,
          raw_message: HELPER,
        },
      ])
    },
  },
  {
    id: 'task-three-carriers',
    verifies: ['HARMONIZE-041'],
    title: 'a notification, two prompts and a notify tell of one task: it is one',
    async run(context) {
      const name = context.name()
      await notification(context, name, { message: task(BUILD) })
      await prompt(context, name, task(BUILD), { prompt_id: 'p1' })
      await prompt(context, name, `${task(BUILD)}\nAnd now?`, { prompt_id: 'p2' })
      await context.notify(name, { type: 'notification', message: task(BUILD) })
      const { read, tasks, said } = await told(context, name)
      expectMatch('what is read', read, [{ message: 'Build > done', raw_message: task(BUILD) }])
      expectMatch('the task', tasks, [{ taskId: 'b27a792', status: 'completed', summary: 'Build > done' }])
      expectMatch('what was said beside it', said, [{ content: 'And now?' }])
    },
  },
  {
    id: 'task-another-status',
    verifies: ['HARMONIZE-042', 'HARMONIZE-041'],
    title: 'each status of a task is told, and told once',
    async run(context) {
      const name = context.name()
      for (const status of ['running', 'failed', 'running', 'completed', 'failed']) {
        await prompt(context, name, task({ ...BUILD, status }))
      }
      const { read, tasks } = await told(context, name)
      expectMatch('the tasks', tasks, [{ status: 'running' }, { status: 'failed' }, { status: 'completed' }])
      expectSame('what is read', read.length, 3)
    },
  },
  {
    id: 'task-monitor',
    verifies: ['HARMONIZE-043', 'HARMONIZE-045'],
    title: 'a task that reports without a status reports each time',
    async run(context) {
      const name = context.name()
      const events = ['12:01\tdisk full', '12:02\tdisk full', '12:03\t&lt;ok&gt;']
      for (const event of events) await prompt(context, name, monitor(event))
      // The last again, by another carrier.
      await notification(context, name, { message: monitor(events[2] ?? '') })
      const { read, tasks } = await told(context, name)
      const texts = ['12:01\tdisk full', '12:02\tdisk full', '12:03\t<ok>']
      const summary = 'Monitor event: "errors"'
      expectMatch(
        'the tasks',
        tasks,
        texts.map((event) => ({ taskId: 'm1', summary, event })),
      )
      expectMatch(
        'what is read',
        read,
        texts.map((event) => ({ message: `${summary}\n${event}` })),
      )
    },
  },
  {
    id: 'task-of-another-session',
    verifies: ['HARMONIZE-044'],
    title: 'the same id in another session is another task',
    async run(context) {
      const names = [context.name(), context.name()]
      for (const name of names) await notification(context, name, { message: task(BUILD) })
      for (const name of names) {
        const { read, tasks } = await told(context, name)
        expectSame('the events', [read.length, tasks.length], [1, 1])
      }
    },
  },
  {
    id: 'task-with-words',
    verifies: ['HARMONIZE-040', 'HARMONIZE-041'],
    title: 'a notification that tells of a task and says more is told whenever it comes; its task is one',
    async run(context) {
      const name = context.name()
      const message = `Claude goes on\n${task(BUILD)}`
      await notification(context, name, { message })
      await notification(context, name, { message })
      const { read, tasks } = await told(context, name)
      const wanted = { message: 'Claude goes on\nBuild > done', raw_message: message }
      expectMatch('what is read', read, [wanted, wanted])
      expectSame('the tasks', tasks.length, 1)
    },
  },
  {
    id: 'task-known-in-a-prompt',
    verifies: ['HARMONIZE-024', 'HARMONIZE-041', 'HARMONIZE-020'],
    title:
      'a prompt that begins with a task told before: what is new of it is told, and the prompt is kept as it came',
    async run(context) {
      const name = context.name()
      await notification(context, name, { message: task(BUILD) })
      const words = {
        prompt: `${task(BUILD)}\nAnd now?`,
        type: 'user_message',
        shown: { content: 'And now?' },
      }
      const other = task({ ...BUILD, 'task-id': 'b2', summary: 'Tests done' })
      const more = {
        prompt: `${task(BUILD)}\n${other}`,
        type: 'agent_notification',
        shown: { message: 'Tests done' },
      }
      for (const { prompt: text, type, shown } of [words, more]) {
        await prompt(context, name, text)
        const event = (await context.events(name)).findLast((one) => one.type === type)
        expectMatch('what is new', event, shown)
        const raw = await context.http({ path: `${sessionPath(name)}/events/${event?.seq}/raw` })
        expectMatch('the prompt as it came', raw, { status: 200, json: { prompt: text } })
      }
      expectSame('the tasks', (await told(context, name)).tasks.length, 2)
    },
  },
]
