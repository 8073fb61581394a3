import type { Draft } from '@signalbox/protocol'
import { clean } from '@signalbox/protocol/clean'
import { describe, expect, it } from 'vitest'
import { factOf, notification, open, prompt, REMINDER, SUMMARY, source, TASK } from './harmonizer.fixture.js'

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
