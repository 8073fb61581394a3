import { HOOKED_AGENTS, NATIVE_HOOKS } from '@signalbox/protocol/harmonize'
import type { ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNumbered } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import { hookBody, KNOWN_HOOKS } from './known-hooks.js'
import { NOTIFICATION, notification, theOnly } from './signalling.js'

/** What is kept as it came: a hook nobody knows, and hooks that cannot be what they are called. */
const UNPARSED: readonly (readonly [id: string, hook: object, nativeType: string | null, problem: RegExp])[] =
  [
    ['unknown', { hook_event_name: 'OfTomorrow' }, 'OfTomorrow', /unknown/],
    ['other-case', { hook_event_name: 'notification' }, 'notification', /unknown/],
    ['prototype', { hook_event_name: 'constructor' }, 'constructor', /unknown/],
    ['no-name', {}, null, /hook_event_name/],
    ['number-name', { hook_event_name: 7 }, null, /hook_event_name/],
    ['no-prompt', { hook_event_name: 'UserPromptSubmit' }, 'UserPromptSubmit', /prompt/],
    ['no-tool-call', { hook_event_name: 'PreToolUse', tool_name: 'Bash' }, 'PreToolUse', /tool_use_id/],
    ['no-tool-name', { hook_event_name: 'PreToolUse', tool_use_id: 'x' }, 'PreToolUse', /tool_name/],
  ]

/** Notifications without a message, or with fields that are none, and what is told of them. */
const WORDLESS: readonly (readonly [id: string, fields: object, told: object])[] = [
  ['title', { title: 'Build', message: ' ' }, { message: 'Build' }],
  [
    'kind',
    { notification_type: 'permission_prompt' },
    { message: is.like(/permission/), notification_type: 'permission_prompt' },
  ],
  ['nothing', { message: null, title: 7, notification_type: 7 }, { message: '(system notice)' }],
]

/** What the hooks of agents become. */
export const hooks: readonly ConformanceCase[] = [
  ...HOOKED_AGENTS.flatMap((agent) =>
    KNOWN_HOOKS[agent].map(({ id, native, payload, follows, status }): ConformanceCase => {
      return {
        id: `hook-${agent}-${(id ?? native).replaceAll('.', '-')}`,
        verifies: ['HARMONIZE-050', 'HARMONIZE-051', 'HARMONIZE-052', 'HARMONIZE-054'],
        title: `${native} of ${agent}, as the first that is heard of a session`,
        async run(context) {
          const name = context.name()
          const hook = hookBody(agent, name, native, payload)
          await context.hook(agent, hook)
          const events = await context.events(name)
          expectNumbered('the events', events, 1)
          expectMatch('the first', events[0], { type: 'session_created' })
          const followed = expectInOrder('what follows', events, follows)
          expectMatch('the session', (await context.http({ path: sessionPath(name) })).json, {
            status,
            origin: 'observed',
            agentType: agent,
            cwd: '/home/me/shop',
            aliases: [{ namespace: agent, id: name }],
          })
          const own = followed.at(-1)
          if (!own) return
          const raw = await context.http({ path: `${sessionPath(name)}/events/${own.seq}/raw` })
          expectMatch('the payload', raw, { status: 200, json: hook })
        },
      }
    }),
  ),
  ...HOOKED_AGENTS.map(
    (agent): ConformanceCase => ({
      id: `hook-${agent}-saying-nothing`,
      verifies: ['HARMONIZE-057', 'HARMONIZE-051'],
      title: `the hooks of ${agent} that are known and say nothing`,
      async run(context) {
        const name = context.name()
        for (const [native, hook] of Object.entries(NATIVE_HOOKS[agent])) {
          if (hook === 'nothing') await context.hook(agent, hookBody(agent, name, native, {}))
        }
        const types = (await context.events(name)).map(({ type }) => type)
        expectSame(
          'what happened',
          types.filter((type) => !type.startsWith('session_')),
          [],
        )
      },
    }),
  ),
  ...UNPARSED.map(
    ([id, hook, nativeType, problem]): ConformanceCase => ({
      id: `hook-unparsed-${id}`,
      verifies: ['HARMONIZE-053', 'HARMONIZE-051', 'HARMONIZE-054'],
      title: 'kept with the reason, and word for word on its own route',
      async run(context) {
        const name = context.name()
        // Written so that parsing and writing it again would change it.
        const fields = JSON.stringify({ session_id: name, ...hook }).slice(0, -1)
        const body = `${fields}, "n" : 1.0,"s":"\\u00e9<system-reminder>"}`
        const answer = await context.http({
          method: 'POST',
          path: '/hooks/claude',
          headers: { 'content-type': 'application/json' },
          body,
        })
        expectSame('the answer', [answer.status, answer.text], [200, '{}'])
        const kept = theOnly('agent_unparsed', await context.events(name))
        expectMatch('what is told of it', kept, { nativeType, problem: is.like(problem) })
        expectThat('the payload is on no stream', !JSON.stringify(kept).includes('1.0'))
        const raw = await context.http({ path: `${sessionPath(name)}/events/${kept.seq}/raw` })
        expectSame('the payload', [raw.status, raw.text], [200, body])
      },
    }),
  ),
  ...WORDLESS.map(
    ([id, fields, wanted]): ConformanceCase => ({
      id: `notification-without-words-${id}`,
      verifies: ['HARMONIZE-005', 'HARMONIZE-001', 'HARMONIZE-004'],
      title: `a notification that says nothing is told all the same: ${id}`,
      async run(context) {
        const name = context.name()
        await notification(context, name, fields)
        const told = theOnly('agent_notification', await context.events(name))
        expectMatch('what is told', told, { ...NOTIFICATION, notification_type: is.absent, ...wanted })
      },
    }),
  ),
  {
    id: 'hook-told-twice',
    verifies: ['HARMONIZE-055'],
    title: 'the same prompt, word of a peer, tool call and end, each told twice',
    async run(context) {
      const name = context.name()
      const tool = { tool_name: 'Bash', tool_use_id: 't1', tool_input: {}, tool_response: 'ok' }
      for (const fields of [
        { hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' },
        { hook_event_name: 'UserPromptSubmit', prompt: '<agent-message from="w2">Done</agent-message>' },
        { hook_event_name: 'PreToolUse', ...tool },
        { hook_event_name: 'PostToolUse', ...tool },
        { hook_event_name: 'Stop', last_assistant_message: 'Done' },
      ]) {
        for (let n = 0; n < 2; n++)
          await context.hook('claude', { session_id: name, prompt_id: 'p', ...fields })
      }
      const types = (await context.events(name)).map(({ type }) => type)
      expectSame(
        'what happened',
        types.filter((type) => /^(turn_|user_|tool_|agent_)/.test(type)),
        ['turn_started', 'user_message', 'agent_notification', 'tool_call', 'tool_result', 'turn_complete'],
      )
    },
  },
  {
    id: 'hook-and-notify',
    verifies: ['HARMONIZE-056'],
    title: 'a turn of Codex told by its hooks and by its notify program',
    async run(context) {
      const [thread, box] = [context.name(' thread'), context.name()]
      const hook = (fields: object) => context.hook('codex', { session_id: thread, turn_id: '1', ...fields })
      await context.notify(box, { type: 'session-start', 'thread-id': thread })
      await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' })
      await hook({ hook_event_name: 'Stop', last_assistant_message: 'Done.' })
      await context.notify(box, {
        type: 'agent-turn-complete',
        'thread-id': thread,
        'turn-id': '1',
        'input-messages': ['Fix it'],
        'last-assistant-message': 'Done.',
      })
      const types = (await context.events(box)).map(({ type }) => type)
      expectSame(
        'the turn',
        types.filter((type) => /^(turn_|user_)/.test(type)),
        ['turn_started', 'user_message', 'turn_complete'],
      )
    },
  },
  {
    id: 'notify-notification-wordless',
    verifies: ['HARMONIZE-006'],
    title: 'a notify of type notification, in any spelling, with and without a message',
    async run(context) {
      const name = context.name()
      const wordless = [{}, { message: null }, { message: 7 }]
      for (const more of wordless) await context.notify(name, { type: 'notification', ...more })
      const typed = { message: 'Look here', 'notification-type': 'auth_success' }
      await context.notify(name, { type: 'Notification!', ...typed })
      const events = await context.events(name)
      expectSame('notify events', events.filter(({ type }) => type === 'notify_event').length, 4)
      const told = theOnly('agent_notification', events)
      const wanted = { message: 'Look here', notification_type: 'auth_success', raw_message: is.absent }
      expectMatch('the notification', told, { ...NOTIFICATION, ...wanted })
      expectMatch('right after its notify event', events.at(Number(told.seq) - 2), { type: 'notify_event' })
    },
  },
]
