import { ANY, type ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import { BUILD, CLEAN, DIRTY, notification, REMINDER, task, theOnly } from './signalling.js'

/** Signalling and escapes: what must not be touched where it is data. */
const DATA = `${REMINDER}\n${task(BUILD)}\n\u001b[31mred\u001b[0m\r\n\n\n\nVec<u8> &amp;lt;`

/** What is never altered: it is data, or it must add up. */
export const harmonizeKept: readonly ConformanceCase[] = [
  {
    id: 'kept-payload',
    verifies: ['HARMONIZE-033', 'HARMONIZE-006'],
    title: 'the payload of a notify, on every wire',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'before' })
      const client = await context.client()
      await client.join({ sessionId: name })
      const payload = { type: 'notification', message: DATA, title: DATA, more: [DATA] }
      const { seq } = await context.represent(name, payload)
      const stream = await context.stream(name, '?after=0')
      const replayed = await stream.replay()
      for (const events of [await context.events(name), replayed, [await client.frame({ seq })]]) {
        const own = events.find((event) => event.seq === seq)
        expectSame('the payload', (own?.notify as { payload: unknown } | undefined)?.payload, payload)
      }
    },
  },
  {
    id: 'kept-tools',
    verifies: ['HARMONIZE-034'],
    title: 'what a tool is called with, gives back and breaks with',
    async run(context) {
      const name = context.name()
      const hook = (hook_event_name: string, tool_use_id: string, more: object) =>
        context.hook('claude', { session_id: name, hook_event_name, tool_name: 'Bash', tool_use_id, ...more })
      await hook('PreToolUse', 't1', { tool_input: { command: DATA, [REMINDER]: [DATA] } })
      await hook('PostToolUse', 't1', { tool_response: { stdout: DATA, stderr: '' } })
      await hook('PreToolUse', 't2', { tool_input: {} })
      await hook('PostToolUseFailure', 't2', { error: DATA })
      const events = await context.events(name)
      const [call] = events.filter(({ type }) => type === 'tool_call')
      expectSame('the arguments', call?.args, { command: DATA, [REMINDER]: [DATA] })
      expectSame('the output', theOnly('tool_result', events).output, DATA)
      expectSame('the error', theOnly('tool_error', events).error, DATA)
    },
  },
  {
    id: 'kept-answer',
    verifies: ['HARMONIZE-035', 'HARMONIZE-023'],
    title:
      'a driven agent is told the prompt as it was typed, and quoted as it speaks; the prompt itself reads clean',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context)
      const frames = await session.play(DIRTY.claude)
      const texts = (type: string) => frames.map((frame) => (frame.type === type ? frame.text : '')).join('')
      const { finalText } = theOnly('turn_complete', frames)
      expectThat(
        `the agent speaks of what it was told: ${finalText}`,
        String(finalText).includes(DIRTY.claude.replace('\n', ' ')),
      )
      expectSame('the segments', texts('message_complete'), finalText)
      expectSame('the pieces', texts('text_delta'), finalText)
      const said = theOnly('user_message', frames)
      expectSame('what the person said', said.content, CLEAN)
      const raw = await context.http({ path: `${sessionPath(session.id)}/events/${said.seq}/raw` })
      expectSame('as it was typed', [raw.status, raw.text], [200, DIRTY.claude])
      expectMatch('the name', theOnly('thread.name_complete', frames), { name: CLEAN, by: 'prompt' })
    },
  },
  {
    id: 'kept-pasted',
    verifies: ['HARMONIZE-032'],
    title: 'a task pasted into the prompt of a driven turn is what the person said, and no task of the agent',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const frames = await session.play(task(BUILD))
      expectSame('what the person said', theOnly('user_message', frames).content, task(BUILD))
      expectNone('no task', frames, { type: is.oneOf('task_notification', 'agent_notification') })
    },
  },
  {
    id: 'kept-behind-a-long-block',
    verifies: ['HARMONIZE-010', 'HARMONIZE-024'],
    title: 'what stands behind a long block is read, however much there is before it',
    async run(context) {
      const name = context.name()
      const message = `<system-reminder>${'Be brief. '.repeat(7000)}</system-reminder>\nClaude needs your permission`
      await notification(context, name, { message })
      const events = await context.events(name)
      const told = theOnly('agent_notification', events)
      expectSame('the message', told.message, 'Claude needs your permission')
      expectMatch('who is called', theOnly('attention_raised', events), { kind: 'permission' })
      const raw = await context.http({ path: `${sessionPath(name)}/events/${told.seq}/raw` })
      expectMatch('as it came', raw, { status: 200, json: { message } })
    },
  },
]
