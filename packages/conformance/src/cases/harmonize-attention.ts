import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'
import { notification, prompt, REMINDER } from './signalling.js'

interface Waiting {
  id: string
  fields: object
  kind: 'permission' | 'question' | 'input'
}

const MESSAGE = 'Claude says something'
const typed = (notification_type: string) => ({ message: MESSAGE, notification_type })

const BY_TYPE: readonly Waiting[] = [
  { id: 'permission_prompt', fields: typed('permission_prompt'), kind: 'permission' },
  { id: 'idle_prompt', fields: typed('idle_prompt'), kind: 'input' },
  { id: 'elicitation_dialog', fields: typed('elicitation_dialog'), kind: 'question' },
  { id: 'agent_needs_input', fields: typed('agent_needs_input'), kind: 'input' },
]
const BY_SENTENCE: readonly Waiting[] = [
  {
    id: 'permission-sentence',
    fields: { message: 'Claude needs your permission to use Bash' },
    kind: 'permission',
  },
  { id: 'idle-sentence', fields: { message: 'Claude is waiting for your input' }, kind: 'input' },
  {
    id: 'sentence-behind-a-tag',
    fields: { message: `${REMINDER}\nClaude is waiting for your input` },
    kind: 'input',
  },
]
const FOR_NOBODY: readonly (readonly [id: string, fields: object])[] = [
  ['auth_success', typed('auth_success')],
  ['agent_completed', typed('agent_completed')],
  ['unknown-type', typed('of_tomorrow')],
  ['other-type-with-the-sentence', { ...typed('auth_success'), message: 'Claude needs your permission' }],
  ['other-sentence', { message: 'The build is done' }],
  ['sentence-in-a-reminder', { message: `<system-reminder>It needs your input</system-reminder>\nDone` }],
  ['prototype', typed('constructor')],
]

/** Each of these shows that an agent goes on. */
const GOES_ON: readonly (readonly [id: string, hook: object])[] = [
  ['prompt', { hook_event_name: 'UserPromptSubmit', prompt: 'Yes', prompt_id: 'p2' }],
  ['words-in-the-turn', { hook_event_name: 'UserPromptSubmit', prompt: 'Yes' }],
  ['tool-use', { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 't1', tool_input: {} }],
  ['tool-done', { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: 't1', tool_response: '' }],
  [
    'tool-error',
    { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_use_id: 't1', error: 'no' },
  ],
  ['stop', { hook_event_name: 'Stop', last_assistant_message: 'Done' }],
  ['error', { hook_event_name: 'StopFailure', error: 'unknown' }],
  ['start', { hook_event_name: 'SessionStart', source: 'resume' }],
]
const GOES_NOWHERE: readonly (readonly [id: string, hook: object])[] = [
  ['another-notification', { hook_event_name: 'Notification', ...typed('auth_success') }],
  ['unknown-hook', { hook_event_name: 'OfTomorrow' }],
  ['unfit-hook', { hook_event_name: 'PreToolUse' }],
]

async function attention(context: Context, session: string): Promise<Frame[]> {
  const { json: meta } = await context.http({ path: sessionPath(session) })
  const { id } = meta as { id: string }
  const { json } = await context.http({ path: '/api/attention?limit=1000' })
  return (json as { attention: Frame[] }).attention.filter(({ sessionId }) => sessionId === id)
}

const attentionEvents = async (context: Context, session: string) =>
  (await context.events(session)).filter(({ type }) => type.startsWith('attention_'))

const clean = (fields: object) =>
  'message' in fields ? String(fields.message).replace(`${REMINDER}\n`, '') : ''

const raises = ({ id, fields, kind }: Waiting, requirement: 'HARMONIZE-070' | 'HARMONIZE-071') => ({
  id: `attention-${id}`,
  verifies: [requirement, 'HARMONIZE-073'] as const,
  title: `${id.replaceAll('-', ' ')} calls a person, once`,
  async run(context: Context) {
    const name = context.name()
    await notification(context, name, fields)
    await notification(context, name, fields)
    const raised = { kind, message: clean(fields), since: is.number, requestId: is.absent }
    expectMatch('who is called', await attention(context, name), [raised])
    expectMatch('the events', await attentionEvents(context, name), [{ type: 'attention_raised', ...raised }])
    const { json } = await context.http({ path: sessionPath(name) })
    expectMatch('the session is there', json, { status: 'ready' })
  },
})

/** When a person is needed, from what an agent tells. */
export const harmonizeAttention: readonly ConformanceCase[] = [
  ...BY_TYPE.map((row) => raises(row, 'HARMONIZE-070')),
  ...BY_SENTENCE.map((row) => raises(row, 'HARMONIZE-071')),
  ...FOR_NOBODY.map(
    ([id, fields]): ConformanceCase => ({
      id: `attention-not-${id}`,
      verifies: ['HARMONIZE-072'],
      title: `${id.replaceAll('-', ' ')} calls nobody`,
      async run(context) {
        const name = context.name()
        await notification(context, name, fields)
        expectSame('who is called', await attention(context, name), [])
        expectSame('the events', await attentionEvents(context, name), [])
      },
    }),
  ),
  ...GOES_ON.map(
    ([id, hook]): ConformanceCase => ({
      id: `attention-cleared-by-${id}`,
      verifies: ['HARMONIZE-074'],
      title: `${id} shows that nobody is needed any more`,
      async run(context) {
        const name = context.name()
        // In the middle of a turn, so that it is this hook alone that shows it.
        await prompt(context, name, 'Fix it', { prompt_id: 'p1' })
        await notification(context, name, typed('idle_prompt'))
        await notification(context, name, typed('permission_prompt'))
        await context.hook('claude', { session_id: name, prompt_id: 'p1', ...hook })
        expectSame('who is called', await attention(context, name), [])
        const cleared = { type: 'attention_cleared', reason: 'went_on', message: MESSAGE }
        expectMatch('the events', await attentionEvents(context, name), [
          { type: 'attention_raised', kind: 'input' },
          { type: 'attention_raised', kind: 'permission' },
          { ...cleared, kind: 'input' },
          { ...cleared, kind: 'permission' },
        ])
        await notification(context, name, typed('idle_prompt'))
        expectMatch('the next time', await attention(context, name), [{ kind: 'input' }])
      },
    }),
  ),
  {
    id: 'attention-not-cleared',
    verifies: ['HARMONIZE-075'],
    title: 'what shows nothing clears nothing',
    async run(context) {
      const name = context.name()
      await notification(context, name, typed('idle_prompt'))
      for (const [id, hook] of GOES_NOWHERE) {
        await context.hook('claude', { session_id: name, ...hook })
        expectMatch(`after ${id}`, await attention(context, name), [{ kind: 'input', message: MESSAGE }])
      }
      expectMatch('the events', await attentionEvents(context, name), [{ type: 'attention_raised' }])
    },
  },
  {
    id: 'attention-of-something-else',
    verifies: ['HARMONIZE-073'],
    title: 'another message of the same kind: it waits for something else by now',
    async run(context) {
      const name = context.name()
      const fields = { notification_type: 'permission_prompt' }
      for (const message of ['May I run a?', 'May I run b?', 'May I run b?']) {
        await notification(context, name, { ...fields, message })
      }
      expectMatch('who is called', await attention(context, name), [{ message: 'May I run b?' }])
      expectMatch('the events', await attentionEvents(context, name), [
        { type: 'attention_raised', message: 'May I run a?' },
        { type: 'attention_cleared', message: 'May I run a?', reason: 'went_on' },
        { type: 'attention_raised', message: 'May I run b?' },
      ])
    },
  },
  {
    id: 'attention-after-the-end',
    verifies: ['HARMONIZE-074', 'HARMONIZE-076'],
    title: 'the end of a session clears; a notification that comes late is told and calls nobody',
    async run(context) {
      const name = context.name()
      const hook = (hook_event_name: string) => context.hook('claude', { session_id: name, hook_event_name })
      await notification(context, name, typed('idle_prompt'))
      await hook('SessionEnd')
      expectSame('after the end', await attention(context, name), [])
      await notification(context, name, typed('permission_prompt'))
      expectSame('late', await attention(context, name), [])
      const told = (await context.events(name)).filter(({ type }) => type === 'agent_notification')
      expectSame('what is told', told.length, 2)
      await hook('SessionStart')
      await notification(context, name, typed('idle_prompt'))
      expectMatch('when it is there again', await attention(context, name), [{ kind: 'input' }])
    },
  },
]
