import type { ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { BUILD, NOTIFICATION, prompt, REMINDER, task } from './signalling.js'

interface Row {
  id: string
  verifies: readonly RequirementId[]
  prompt: string
  /** What the agent says of where the prompt came from. */
  from?: object
  /** The words of the person; undefined where nobody spoke. */
  said?: string
  /** Notifications in its place: their kind and message. */
  told?: readonly (readonly [kind: string, message: string])[]
}

const pasted = task({ 'task-id': 'b1', status: 'failed', summary: 'Not mine &amp; old' })
const built = ['task_notification', 'Build > done'] as const

const PROMPTS: readonly Row[] = [
  { id: 'plain', verifies: ['HARMONIZE-020'], prompt: 'Fix Vec<u8>', said: 'Fix Vec<u8>' },
  {
    id: 'reminder',
    verifies: ['HARMONIZE-020', 'HARMONIZE-010'],
    prompt: `Fix it\n\n${REMINDER}`,
    said: 'Fix it',
  },
  {
    id: 'editor',
    verifies: ['HARMONIZE-020', 'HARMONIZE-010'],
    prompt: '<ide_opened_file>The user opened /a.ts</ide_opened_file>\nFix it',
    said: 'Fix it',
  },
  {
    id: 'command',
    verifies: ['HARMONIZE-020', 'HARMONIZE-013'],
    prompt: '<command-message>fix</command-message>\n<command-name>/fix</command-name>',
    said: '/fix',
  },
  { id: 'task', verifies: ['HARMONIZE-021'], prompt: task(BUILD), told: [built] },
  {
    id: 'task-and-words',
    verifies: ['HARMONIZE-020'],
    prompt: `${task(BUILD)}\n${REMINDER}\nAnd fix it`,
    said: 'And fix it',
    told: [built],
  },
  {
    id: 'two-tasks',
    verifies: ['HARMONIZE-021'],
    prompt: `${task(BUILD)}\n${task({ 'task-id': 'b2', status: 'failed', summary: 'Tests failed' })}`,
    told: [built, ['task_notification', 'Tests failed']],
  },
  {
    id: 'peer',
    verifies: ['HARMONIZE-021', 'HARMONIZE-022'],
    prompt:
      '<teammate-message teammate_id="reviewer" color="blue">\nLook at <b>auth</b>\n</teammate-message>',
    told: [['peer_message', 'Look at <b>auth</b>']],
  },
  {
    id: 'peer-with-preamble',
    verifies: ['HARMONIZE-021', 'HARMONIZE-022'],
    prompt: 'Another Claude session sent a message:\n<agent-message from="w2">Done</agent-message>',
    told: [['peer_message', 'Done']],
  },
  {
    id: 'output',
    verifies: ['HARMONIZE-021', 'HARMONIZE-012'],
    prompt: '<local-command-stdout>\u001b[2m3 files\u001b[22m</local-command-stdout>',
    told: [['command_output', '3 files']],
  },
  {
    id: 'interrupted',
    verifies: ['HARMONIZE-021'],
    prompt: '[Request interrupted by user]',
    told: [['notice', '[Request interrupted by user]']],
  },
  {
    id: 'hook-feedback',
    verifies: ['HARMONIZE-021'],
    prompt: 'Stop hook feedback:\n- tests are red',
    told: [['notice', 'Stop hook feedback:\n- tests are red']],
  },
  {
    id: 'reminder-alone',
    verifies: ['HARMONIZE-021', 'HARMONIZE-017'],
    prompt: REMINDER,
    told: [['notice', 'Be brief.']],
  },
  {
    id: 'pasted',
    verifies: ['HARMONIZE-032'],
    prompt: pasted,
    from: { origin: { kind: 'human' } },
    said: pasted,
  },
  {
    id: 'typed',
    verifies: ['HARMONIZE-032'],
    prompt: `Stop hook feedback: what is it?\n${pasted}`,
    from: { promptSource: 'typed' },
    said: `Stop hook feedback: what is it?\n${pasted}`,
  },
  {
    id: 'attached-to-a-person',
    verifies: ['HARMONIZE-032', 'HARMONIZE-010'],
    prompt: `${REMINDER}\nFix it`,
    from: { origin: { kind: 'human' } },
    said: 'Fix it',
  },
  {
    id: 'not-a-person',
    verifies: ['HARMONIZE-021'],
    prompt: task(BUILD),
    from: { origin: { kind: 'task-notification' } },
    told: [built],
  },
]

/** What was really said in a prompt, and by whom. */
export const harmonizePrompts: readonly ConformanceCase[] = PROMPTS.map((row) => ({
  id: `prompt-${row.id}`,
  verifies: row.verifies,
  title: `a prompt: ${row.id.replaceAll('-', ' ')}`,
  async run(context) {
    const name = context.name()
    await prompt(context, name, row.prompt, { prompt_id: 'p1', ...row.from })
    const events = await context.events(name)
    const of = (type: string) => events.filter((event) => event.type === type)
    expectMatch('the turn', of('turn_started'), [{ turnId: is.text }])
    expectSame(
      'what the person said',
      of('user_message').map(({ content }) => content),
      row.said === undefined ? [] : [row.said],
    )
    const told = of('agent_notification')
    expectMatch(
      'what else was told',
      told,
      (row.told ?? []).map(([notification_type, message]) => {
        return { ...NOTIFICATION, notification_type, message }
      }),
    )
    // In a prompt of several, which of it was one of them cannot be told.
    const alone = told.length === 1 && told[0]?.message !== row.prompt
    expectSame(
      'the prompt as it came',
      told.map(({ raw_message }) => raw_message),
      told.map(() => (alone ? row.prompt : undefined)),
    )
    const [first] = told.length > 0 ? told : of('user_message')
    const raw = await context.http({ path: `${sessionPath(name)}/events/${first?.seq}/raw` })
    expectMatch('the payload, beside the first that was made of it', raw.json, { prompt: row.prompt })
    const client = await context.client()
    const { items } = await client.ask({ type: 'get_history', sessionId: name })
    const people = (items as { role: string; content: string }[]).filter(({ role }) => role === 'user')
    expectSame(
      'what the person said, in the history',
      people.map(({ content }) => content),
      row.said === undefined ? [] : [row.said],
    )
    const { json } = await context.http({ path: sessionPath(name) })
    expectMatch('the session', json, { status: 'running', agentType: 'claude' })
  },
}))
