import type { Draft } from '@signalbox/protocol'
import type { Clean } from '@signalbox/protocol/clean'
import { describe, expect, it } from 'vitest'
import type { Commit } from '../log/log.js'
import { notification, open, prompt, REMINDER, source, TASK } from './harmonizer.fixture.js'

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
