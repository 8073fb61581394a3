import type { Draft, JsonObject } from '@signalbox/protocol'
import { type Clean, clean } from '@signalbox/protocol/clean'
import { describe, expect, it } from 'vitest'
import type { JournalLevel } from '../config.js'
import type { Commit } from '../log/log.js'
import { Journal } from '../telemetry/journal.js'
import { Metrics } from '../telemetry/metrics.js'
import { Harmonizer } from './harmonizer.js'
import { taskFact } from './task-drafts.js'
import type { ToldDraft } from './told-draft.js'

const source = { agent: 'claude', via: 'hook', nativeType: 'UserPromptSubmit' }
const REMINDER = '<system-reminder>Be brief.</system-reminder>'
const TASK = `<task-notification>
<task-id>b27a792</task-id>
<output-file>/tmp/tasks/b27a792.output</output-file>
<status>completed</status>
<summary>Background command "npm run build" completed (exit code 0)</summary>
</task-notification>
Read the output file to retrieve the result: /tmp/tasks/b27a792.output`
const SUMMARY = 'Background command "npm run build" completed (exit code 0)'

const factOf = (what: string, taskId: string, status: string) =>
  taskFact(what, { taskId, status, summary: '' })

function open(cleaner: Clean = clean, level: JournalLevel = 'debug') {
  const metrics = new Metrics()
  const entries: JsonObject[] = []
  const journal = new Journal({ level, now: () => 0, write: (line) => void entries.push(JSON.parse(line)) })
  const harmonizer = new Harmonizer({ clean: cleaner, journal, metrics })
  const commit = (drafts: ToldDraft[], more: Partial<Commit> = {}) =>
    harmonizer.harmonize({ tenantId: 'local', session: { by: 'id', id: 's' }, drafts, ...more })
  return { commit, drafts: (...drafts: ToldDraft[]) => commit(drafts).drafts, entries, metrics }
}

const prompt = (content: string, more: Partial<ToldDraft> = {}): ToldDraft => ({
  type: 'user_message',
  source,
  data: { content, via: 'hook' },
  ...more,
})
const notification = (message: string): Draft => ({
  type: 'agent_notification',
  source,
  data: {
    message,
    canonical_type: 'agent_notification',
    hook_event_type: 'notification',
    message_intent: 'ctrl_activity',
    delivery_scope: 'CTRL',
  },
})

describe('what is not read as a message', () => {
  it('goes by untouched, and so does the commit', () => {
    const { commit, metrics } = open()
    const drafts: Draft[] = [
      { type: 'notify_event', source, json: `{"notify":{"payload":{"message":"${REMINDER}"}}}` },
      { type: 'text_delta', source, data: { text: REMINDER } },
      { type: 'message_complete', source, data: { text: REMINDER } },
      { type: 'tool_call', source, data: { toolCallId: 'c', toolName: 'Bash', args: { x: REMINDER } } },
      { type: 'tool_result', source, data: { toolCallId: 'c', status: 'success', output: REMINDER } },
      { type: 'terminal_stream', source, data: { data: '\u001b[1mx' } },
    ]
    const before = structuredClone(drafts)
    const told: Commit = { tenantId: 'local', session: { by: 'id', id: 's' }, drafts }
    expect(commit(drafts, told).drafts).toBe(drafts)
    expect(drafts).toEqual(before)
    expect(metrics.render()).not.toContain('result=')
  })
})

describe('a text a person reads', () => {
  it.each([
    ['turn_complete', 'finalText'],
    ['turn_error', 'message'],
    ['permission_requested', 'description'],
    ['subagent_stopped', 'summary'],
    ['context_compacted', 'summary'],
    ['thread.name_complete', 'name'],
    ['question_requested', 'context'],
    ['steer_sent', 'content'],
  ] as const)('of %s is clean, and what came is kept', (type, field) => {
    const [draft] = open().drafts({ type, source, data: { [field]: `${REMINDER}\n\u001b[31mred\u001b[0m` } })
    expect(draft).toEqual({
      type,
      source,
      data: { [field]: 'red' },
      raw: `${REMINDER}\n\u001b[31mred\u001b[0m`,
    })
  })

  it('is cleaned in each question that is asked', () => {
    const questions = [
      { id: 'a', text: `${REMINDER}\nWhich?`, type: 'text' },
      { id: 'b', text: 'Why?', type: 'choice', options: [REMINDER] },
    ]
    const [draft] = open().drafts({ type: 'question_requested', source, data: { questions } })
    expect(draft?.data?.questions).toEqual([{ ...questions[0], text: 'Which?' }, questions[1]])
  })

  it('that is clean already is as it was, with nothing kept beside it', () => {
    const draft: Draft = { type: 'turn_complete', source, data: { finalText: 'Use `Vec<u8>` here.' } }
    expect(open().drafts(draft)).toEqual([draft])
  })

  it('does not displace what is kept already', () => {
    const [draft] = open().drafts(prompt(`${REMINDER}\nhi`, { raw: 'the payload' }))
    expect(draft).toMatchObject({ data: { content: 'hi' }, raw: 'the payload' })
  })
})

describe('a prompt', () => {
  it('of a person is theirs, without what was attached to it', () => {
    expect(open().drafts(prompt(`${REMINDER}\nFix the bug`, { fact: 'f' }))).toEqual([
      {
        type: 'user_message',
        source,
        fact: 'f',
        data: { content: 'Fix the bug', via: 'hook' },
        raw: `${REMINDER}\nFix the bug`,
      },
    ])
  })

  it('that only a background task wrote is a notification and the task, not a prompt', () => {
    const [notice, task, ...more] = open().drafts(prompt(TASK))
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      type: 'agent_notification',
      source,
      data: {
        message: SUMMARY,
        raw_message: TASK,
        notification_type: 'task_notification',
        hook_event_type: 'notification',
      },
      fact: factOf('agent_notification', 'b27a792', 'completed'),
      raw: TASK,
    })
    expect(task).toMatchObject({
      type: 'task_notification',
      data: {
        taskId: 'b27a792',
        status: 'completed',
        summary: SUMMARY,
        outputFile: '/tmp/tasks/b27a792.output',
      },
      fact: factOf('task_notification', 'b27a792', 'completed'),
    })
  })

  it('of several tasks has the whole beside the first of them', () => {
    const both = `${TASK}\n${TASK.replaceAll('b27a792', 'c38')}`
    const drafts = open().drafts(prompt(both))
    expect(drafts.map(({ type, raw }) => [type, raw])).toEqual([
      ['agent_notification', both],
      ['task_notification', undefined],
      ['agent_notification', undefined],
      ['task_notification', undefined],
    ])
    for (const { data } of drafts) expect(data).not.toHaveProperty('raw_message')
  })

  it('with both is both', () => {
    const drafts = open().drafts(prompt(`${TASK}\n\nAnd now deploy it`))
    expect(drafts.map(({ type }) => type)).toEqual([
      'agent_notification',
      'task_notification',
      'user_message',
    ])
    expect(drafts[2]?.data?.content).toBe('And now deploy it')
  })

  it.each([
    ['<teammate-message teammate_id="reviewer">Looks good</teammate-message>', 'peer_message', 'Looks good'],
    ['<local-command-stdout>On branch main</local-command-stdout>', 'command_output', 'On branch main'],
    ['[Request interrupted by user]', 'notice', '[Request interrupted by user]'],
    [REMINDER, 'notice', 'Be brief.'],
  ])('%s nobody typed is a notification', (content, notification_type, message) => {
    const drafts = open().drafts(prompt(content, { fact: 'f' }))
    expect(drafts.map(({ type }) => type)).toEqual(['agent_notification'])
    expect(drafts[0]?.data).toMatchObject({ notification_type, message })
    // Told twice it is still one.
    expect(drafts[0]?.fact).toBe('f|notice|0')
  })

  it('a slash command is what the person typed', () => {
    const content =
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>auth.ts</command-args>'
    expect(open().drafts(prompt(content))[0]).toMatchObject({
      type: 'user_message',
      data: { content: '/review auth.ts' },
    })
  })

  it('that a person pasted stays a prompt', () => {
    const [draft, ...more] = open().drafts(prompt(TASK, { origin: { kind: 'human' } }))
    expect(more).toEqual([])
    expect(draft).toMatchObject({ type: 'user_message', data: { content: TASK } })
    expect(draft).not.toHaveProperty('origin')
  })

  it.each([
    [{ kind: 'task-notification' }, 'notice'],
    [{ kind: 'peer' }, 'peer_message'],
    [{ kind: 'coordinator' }, 'peer_message'],
    [{ promptSource: 'system' }, 'notice'],
    [{ kind: 'toString' }, 'notice'],
  ])('of %j is no person, however it reads', (origin, notification_type) => {
    expect(open().drafts(prompt('plain words', { origin }))).toMatchObject([
      { type: 'agent_notification', data: { message: 'plain words', notification_type } },
    ])
  })

  it.each([{}, { kind: 'human' }, { promptSource: 'typed' }, { promptSource: 'sdk' }])(
    'of %j is a person',
    (origin) => {
      expect(open().drafts(prompt('plain words', { origin }))).toMatchObject([{ type: 'user_message' }])
    },
  )

  it('that is a command of a person here stays one, whatever it looks like', () => {
    const content = `${TASK}\u001b[31m`
    const { drafts } = open().commit([prompt(content)], { command: true })
    expect(drafts).toMatchObject([{ type: 'user_message', data: { content: TASK }, raw: content }])
    expect(open().commit([prompt(REMINDER)], { command: true }).drafts).toMatchObject([
      { type: 'user_message', data: { content: 'Be brief.' } },
    ])
  })
})

describe('a notification', () => {
  it('keeps beside the clean message the one that came', () => {
    const message = `${REMINDER}\nClaude needs your permission to use Bash`
    expect(open().drafts(notification(message))[0]?.data).toMatchObject({
      message: 'Claude needs your permission to use Bash',
      raw_message: message,
    })
    expect(open().drafts(notification('plain'))[0]?.data).not.toHaveProperty('raw_message')
  })

  it('of a task is the task too; with other words beside it, it is never taken for one told before', () => {
    const [alone, task] = open().drafts(notification(TASK))
    expect(alone).toMatchObject({
      data: { message: SUMMARY },
      fact: factOf('agent_notification', 'b27a792', 'completed'),
    })
    expect(task?.type).toBe('task_notification')
    const [mixed] = open().drafts(notification(`${TASK}\n\nand more`))
    expect(mixed).not.toHaveProperty('fact')
  })

  it('of a task that reports again and again is another one each time', () => {
    const report = (event: string) =>
      `<task-notification><task-id>m1</task-id><summary>Monitor event: "log"</summary><event>${event}</event></task-notification>`
    const facts = (text: string) =>
      open()
        .drafts(notification(text))
        .map(({ fact }) => fact)
    expect(facts(report('line 1'))).toEqual(facts(report('line 1')))
    expect(facts(report('line 1'))).not.toEqual(facts(report('line 2')))
  })
})

describe('what an agent of ours tells in our own words', () => {
  it('has the fields every notification has', () => {
    const told: Draft = { type: 'agent_notification', source, data: { message: 'Hello' } }
    expect(open().drafts(told)).toEqual([notification('Hello')])
  })

  it('is a task told once, and clean', () => {
    const data = { taskId: 't', status: 'completed', summary: `${REMINDER}\nBuilt` }
    expect(open().drafts({ type: 'task_notification', source, data })).toMatchObject([
      { data: { ...data, summary: 'Built' }, fact: factOf('task_notification', 't', 'completed') },
    ])
  })

  it('is cut when it is clean, so that what stands behind a long reminder is read', () => {
    const reminder = `<system-reminder>${'x'.repeat(2 << 20)}</system-reminder>`
    const { drafts } = open()
    expect(drafts(notification(`${reminder}\nClaude needs your permission`))[0]?.data?.message).toBe(
      'Claude needs your permission',
    )
    expect(drafts(prompt(`${reminder}\nFix it`))[0]?.data?.content).toBe('Fix it')
    const long = 'é'.repeat(1 << 20)
    const [message, said] = drafts(notification(long), prompt(long))
    expect(Buffer.byteLength(String(message?.data?.message))).toBe(64 << 10)
    expect(Buffer.byteLength(String(said?.data?.content))).toBe(1 << 20)
    expect([message?.raw, said?.raw]).toEqual([long, long])
  })

  it('goes to everyone only as long as anybody reads', () => {
    const long = `${REMINDER}\n${'x'.repeat(65_536)}`
    const [notice] = open().drafts(notification(long))
    expect(notice?.data).not.toHaveProperty('raw_message')
    expect(notice?.raw).toBe(long)
    const result = `<result>${'é'.repeat(65_536)}</result>`
    const [, task] = open().drafts(notification(TASK.replace('</summary>', `</summary>${result}`)))
    expect(Buffer.byteLength(String(task?.data?.result))).toBe(65_536)
  })
})

describe('the key of a task', () => {
  const keys = (...tasks: object[]) =>
    new Set(tasks.map((task) => taskFact('t', { taskId: '', summary: '', ...task }))).size

  it.each([
    [
      'bars in ids',
      [
        { taskId: 'a|b', status: 'c' },
        { taskId: 'a', status: 'b|c' },
      ],
    ],
    [
      'half characters',
      [
        { taskId: '\ud800a', status: 'c' },
        { taskId: '\udfffa', status: 'c' },
      ],
    ],
    ['a status that reads like a report', [{ status: 's' }, { summary: 's' }]],
    [
      'two reports',
      [
        { summary: 's', event: '1' },
        { summary: 's', event: '2' },
      ],
    ],
  ])('tells apart %s', (_what, tasks) => {
    expect(keys(...tasks)).toBe(2)
  })

  it('is short, and the same for another summary of the same status', () => {
    expect(keys({ status: 'completed', summary: 'a' }, { status: 'completed', summary: 'b' })).toBe(1)
    expect(taskFact('t', { taskId: 'x'.repeat(100_000), summary: '' }).length).toBeLessThan(50)
  })
})

describe('a notification that is not sound', () => {
  it('is delivered without its faults, which are all in the journal', () => {
    const { drafts, entries } = open(clean, 'error')
    const draft = notification('Hello')
    const wrong = { notification_type: 7, summary: ['x'], hook_event_type: 'banana', fallback: true }
    const [kept, ...more] = drafts({ ...draft, data: { ...draft.data, ...wrong, raw_message: 'made up' } })
    expect(more).toEqual([])
    expect(kept?.data).toEqual(draft.data)
    expect(entries).toEqual([
      expect.objectContaining({
        level: 'error',
        faults: [
          'summary must be a string',
          'notification_type must be a string',
          'hook_event_type is no known hook',
        ],
      }),
    ])
  })
})

describe('a cleaner that fails', () => {
  const broken: Clean = () => {
    throw new Error('no such state')
  }

  it.each([
    ['throws', broken, 'no such state'],
    [
      'gives up',
      ((text) => ({ text, cleaned: [], fallback: true, parts: [{ kind: 'text', text }] })) satisfies Clean,
      'the cleaner gave up',
    ],
  ])('and %s leaves the text as it came, marked, with a warning', (_how, cleaner, problem) => {
    const { drafts, entries, metrics } = open(cleaner, 'warn')
    expect(drafts(prompt(TASK), notification(TASK))).toMatchObject([
      { type: 'user_message', data: { content: TASK, fallback: true }, raw: TASK },
      { type: 'agent_notification', data: { message: TASK, raw_message: TASK, fallback: true } },
    ])
    expect(entries).toEqual([
      {
        time: '1970-01-01T00:00:00.000Z',
        level: 'warn',
        message: 'a text could not be cleaned and is shown as it came',
        agent: 'claude',
        event: 'user_message',
        field: 'content',
        problem,
      },
      expect.objectContaining({ event: 'agent_notification', field: 'message' }),
    ])
    expect(metrics.render()).toContain('signalbox_cleaned_texts_total{result="fallback"} 2')
  })
})

describe('what the cleaner did', () => {
  it('is in the journal by the names of the tags, never by the text', () => {
    const { drafts, entries } = open()
    drafts(prompt(`${REMINDER}\nsecret words`), prompt('plain'))
    expect(entries).toEqual([
      expect.objectContaining({ level: 'debug', tags: ['system-reminder'], event: 'user_message' }),
    ])
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  it('is counted', () => {
    const { drafts, metrics } = open()
    drafts(prompt(`${REMINDER}\nx`), prompt('plain'), notification(TASK))
    const text = metrics.render()
    expect(text).toContain('signalbox_cleaned_texts_total{result="cleaned"} 2')
    expect(text).toContain('signalbox_cleaned_texts_total{result="unchanged"} 1')
    expect(text).toContain('signalbox_cleaned_tags_total{tag="task-notification"} 1')
  })
})
