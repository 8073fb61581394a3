import { describe, expect, it } from 'vitest'
import { factOf, open, prompt, REMINDER, SUMMARY, source, TASK } from './harmonizer.fixture.js'

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
