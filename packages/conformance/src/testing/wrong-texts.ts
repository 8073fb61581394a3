import { CLEAN, DIRTY } from '../cases/signalling.js'
import type { Answer } from '../engine/http-call.js'
import type { Frame } from '../engine/witness.js'
import type { Tampering } from './tampering-proxy.js'
import { only, without } from './wrong-turns.js'

type Change = (event: Frame) => object[]

/** Tampers with the events of every list over HTTP. */
const listed = (change: Change): Tampering => ({
  answer: (answer) => {
    const { events, ...rest } = parsed(answer)
    if (!Array.isArray(events)) return answer
    return { ...answer, text: JSON.stringify({ ...rest, events: events.flatMap(change) }) }
  },
})
const status = (from: number, to: number): Tampering => ({
  answer: (answer) => (answer.status === from ? { ...answer, status: to } : answer),
})
const set = (type: string, fields: object) => listed(only(type, (event) => [{ ...event, ...fields }]))
const twice = (type: string) =>
  listed(only(type, (event) => [event, { ...event, seq: Number(event.seq) + 0.5 }]))
const message = (change: (text: string) => string) =>
  listed(only('agent_notification', (event) => [{ ...event, message: change(String(event.message)) }]))
/** Tampers with what one block of an event stream says. */
const activity = (change: (frame: Frame) => object[]): Tampering => ({
  block: (block) => {
    const [head, data] = block.split('data: ')
    if (data === undefined || head?.includes('event: ')) return block
    return change(JSON.parse(data))
      .map((frame) => `${head}data: ${JSON.stringify(frame)}`)
      .join('\n\n')
  },
})

function parsed({ text, status: code }: Answer): { events?: Frame[] } {
  return code === 200 && text.startsWith('{"events"') ? JSON.parse(text) : {}
}

/** All but the first of a type, in every list. */
const onlyTheFirst = (type: string) => {
  return listed(
    (() => {
      const first = new Map<unknown, unknown>()
      return only(type, (event) => {
        if (!first.has(event.sessionId)) first.set(event.sessionId, event.seq)
        return first.get(event.sessionId) === event.seq ? [event] : []
      })
    })(),
  )
}

/** A field that was forgotten, and the cases of its doors. */
const FORGOTTEN: readonly (readonly [type: string, field: string, cases: readonly string[]])[] = [
  ['user_message', 'content', ['hook-prompt', 'codex-hook-prompt', 'notify-prompt', 'notify-last-input']],
  ['turn_complete', 'finalText', ['hook-last-words', 'codex-hook-last-words', 'notify-last-words']],
  ['turn_error', 'message', ['hook-error', 'notify-error']],
  ['permission_requested', 'description', ['notify-request']],
  ['agent_notification', 'message', ['hook-title', 'notify-notification']],
  ['attention_raised', 'message', ['attention']],
]

/** What a gateway can do wrong with texts, hooks and activity, and the cases that see it. */
export const WRONG_TEXTS: readonly (readonly [
  what: string,
  tampering: Tampering,
  cases: readonly string[],
])[] = [
  ...FORGOTTEN.map(([type, field, cases]) => {
    const what = `${type}.${field} as it came`
    const named = cases.map((id) => `field-${id}`)
    return [what, set(type, { [field]: DIRTY.codex }), named] as const
  }),
  [
    'no raw_message',
    listed(without('raw_message')),
    ['text-reminder-before', 'prompt-task', 'task-three-carriers'],
  ],
  ['a raw_message always', set('agent_notification', { raw_message: 'x' }), ['text-plain', 'text-generics']],
  [
    'no raw route',
    {
      answer: (answer) =>
        /^text\/plain/.test(answer.headers['content-type'] ?? '') ? { ...answer, status: 404 } : answer,
    },
    ['field-notify-prompt', 'hook-unparsed-unknown', 'hook-claude-Stop'],
  ],
  [
    'raw that is the clean text',
    { answer: (answer) => (answer.text === DIRTY.codex ? { ...answer, text: CLEAN } : answer) },
    ['field-notify-prompt', 'field-notify-last-words'],
  ],
  [
    'every tag eaten',
    message((text) => text.replace(/<[^>]+>/g, '')),
    [
      'text-generics',
      'text-placeholder',
      'text-html',
      'text-longer-name',
      'text-in-a-sentence',
      'text-in-quotes',
      'text-in-a-fence',
    ],
  ],
  ['every text trimmed', message((text) => text.trim()), ['text-blanks']],
  ['marks of direction gone', message((text) => text.replace(/[\u200d\u200f]/g, '')), ['text-scripts']],
  ['entities decoded twice', message((text) => text.replaceAll('&lt;', '<')), ['text-entities-once']],
  [
    'entities decoded everywhere',
    message((text) => text.replaceAll('&amp;', '&')),
    ['text-entities-of-others'],
  ],
  [
    'entities not decoded',
    message((text) => text.replaceAll('>', '&gt;')),
    ['prompt-task', 'task-three-carriers'],
  ],
  ['colours left', message((text) => `\u001b[0m${text}`), ['text-colours', 'text-tag-behind-escapes']],
  [
    'a notification dropped',
    listed(only('agent_notification', () => [])),
    [
      'text-nothing-else',
      'text-nothing-at-all',
      'notification-without-words-nothing',
      'notify-notification-wordless',
    ],
  ],
  ['a text that is marked', set('agent_notification', { fallback: true }), ['text-plain']],
  [
    'the native name of the hook',
    set('agent_notification', { hook_event_type: 'Notification' }),
    ['text-plain', 'hook-claude-Notification'],
  ],
  ['another intent', set('agent_notification', { message_intent: 'chat' }), ['text-plain']],
  [
    'no notification_type',
    listed(without('notification_type')),
    ['hook-codex-Notification', 'prompt-peer', 'notify-notification-wordless'],
  ],
  [
    'a task as a prompt',
    listed(
      only('turn_started', (event) => [
        event,
        {
          ...event,
          type: 'user_message',
          seq: Number(event.seq) + 0.5,
          itemId: 'i',
          content: 'Build > done',
          via: 'hook',
        },
      ]),
    ),
    ['prompt-task', 'prompt-peer', 'prompt-interrupted'],
  ],
  [
    'words of a person lost',
    listed(only('user_message', () => [])),
    ['prompt-task-and-words', 'prompt-pasted', 'prompt-command'],
  ],
  [
    'a task told by each carrier',
    twice('task_notification'),
    ['task-three-carriers', 'task-fields', 'task-with-words'],
  ],
  ['a notice told by each carrier', twice('agent_notification'), ['task-three-carriers', 'task-monitor']],
  [
    'the second event of a task lost',
    onlyTheFirst('task_notification'),
    ['task-monitor', 'task-another-status'],
  ],
  [
    'the second notice of a task lost',
    onlyTheFirst('agent_notification'),
    ['task-monitor', 'task-with-words'],
  ],
  ['a task without its usage', listed(without('usage')), ['task-fields']],
  ['a result cut at its first tag', set('task_notification', { result: 'Use ' }), ['task-fields']],
  [
    'a payload that was cleaned',
    listed((event) => [
      'notify' in event ? JSON.parse(JSON.stringify(event).replaceAll('\\u001b[31m', '')) : event,
    ]),
    ['kept-payload'],
  ],
  ['arguments that were cleaned', set('tool_call', { args: { command: 'red' } }), ['kept-tools']],
  ['output that was cleaned', set('tool_result', { output: 'red' }), ['kept-tools']],
  ['a tool error that was cleaned', set('tool_error', { error: 'red' }), ['kept-tools']],
  ['raised twice', twice('attention_raised'), ['attention-idle_prompt', 'attention-permission-sentence']],
  [
    'raised for another kind',
    set('attention_raised', { kind: 'input' }),
    ['attention-permission_prompt', 'attention-elicitation_dialog'],
  ],
  [
    'never raised',
    listed(only('attention_raised', () => [])),
    ['attention-idle-sentence', 'attention-sentence-behind-a-tag'],
  ],
  [
    'raised for everything',
    listed(
      only('agent_notification', (event) => [
        event,
        {
          type: 'attention_raised',
          sessionId: event.sessionId,
          seq: Number(event.seq) + 0.5,
          ts: event.ts,
          kind: 'input',
          since: 1,
          message: 'x',
        },
      ]),
    ),
    ['attention-not-auth_success', 'attention-not-unknown-type', 'attention-not-other-sentence'],
  ],
  [
    'never cleared',
    listed(only('attention_cleared', () => [])),
    ['attention-cleared-by-prompt', 'attention-cleared-by-start'],
  ],
  [
    'cleared for another reason',
    set('attention_cleared', { reason: 'answered' }),
    ['attention-cleared-by-stop'],
  ],
  [
    'unknown hooks dropped',
    listed(only('agent_unparsed', () => [])),
    ['hook-unparsed-unknown', 'hook-unparsed-no-prompt'],
  ],
  ['no reason', set('agent_unparsed', { problem: 'x' }), ['hook-unparsed-no-name']],
  [
    '204 for a hook',
    { answer: (one) => (one.text === '{}' ? { ...one, status: 204, text: '' } : one) },
    ['hook-claude-Stop', 'text-plain'],
  ],
  [
    'an opinion',
    { answer: (one) => (one.text === '{}' ? { ...one, text: '{"decision":"block"}' } : one) },
    ['hook-codex-Stop'],
  ],
  ['400 as 200', status(400, 200), ['hook-array', 'hook-deep', 'hook-nul-in-session']],
  ['413 as 400', status(413, 400), ['hook-too-large']],
  ['405 as 404', status(405, 404), ['hook-methods']],
  ['a turn for each teller', twice('turn_started'), ['hook-and-notify', 'hook-told-twice']],
  [
    'counters that stand still',
    { answer: (one) => ({ ...one, text: one.text.replace(/^(signalbox_cleaned_\S+) .*$/gm, '$1 1') }) },
    ['cleaned-is-counted'],
  ],
  [
    'a vocabulary without it',
    { answer: (one) => ({ ...one, text: one.text.replaceAll('agent_notification', 'x') }) },
    ['vocabulary'],
  ],

  ['activity without message', activity((frame) => without('message')(frame)), ['notification-everywhere']],
  [
    'activity with the raw text as message',
    activity((frame) => [{ ...frame, ...(frame.raw_message ? { message: frame.raw_message } : {}) }]),
    ['notification-everywhere'],
  ],
  [
    'activity under native names',
    activity((frame) => [{ ...frame, hook_event_type: 'Stop' }]),
    ['activity-hooks-codex'],
  ],
  ['activity that has more to say', activity((frame) => [{ ...frame, raw: 'x' }]), ['activity-form']],
  [
    'a long preview',
    activity((frame) => [frame.tool_preview ? { ...frame, tool_preview: 'x'.repeat(71) } : frame]),
    ['activity-preview'],
  ],
  [
    'activity lost',
    activity((frame) => (frame.message === 'n1' ? [] : [frame])),
    ['activity-form', 'activity-resume', 'activity-foreign-cursor'],
  ],
  [
    'activity twice',
    activity((frame) => (/^(n1|m77)$/.test(String(frame.message)) ? [frame, frame] : [frame])),
    ['activity-form', 'activity-resume', 'activity-join-under-load', 'activity-resume-under-load'],
  ],
  [
    'no gap for a foreign cursor of activity',
    { block: (block) => (block.includes('event: gap') ? '' : block) },
    ['activity-foreign-cursor'],
  ],
  [
    'ids of sessions on the activity stream',
    { block: (block) => block.replace(/^(id: \S+)@/m, '$1:') },
    ['activity-form'],
  ],
]

/** Driven agents: as above, seen on /ws. */
export const WRONG_ANSWERS: readonly (readonly [
  what: string,
  frame: NonNullable<Tampering['frame']>,
  cases: readonly string[],
])[] = [
  [
    'an answer that was cleaned',
    only('turn_complete', (frame) => [
      { ...frame, finalText: String(frame.finalText).replace('<system-reminder>', '') },
    ]),
    ['kept-answer'],
  ],
  [
    'pieces that were cleaned',
    only('text_delta', (frame) => [{ ...frame, text: String(frame.text).replace('<', '') }]),
    ['kept-answer'],
  ],
  [
    'a prompt as it was typed',
    only('user_message', (frame) => [{ ...frame, content: DIRTY.claude }]),
    ['kept-answer'],
  ],
  [
    'a name with a tag',
    only('thread.name_complete', (frame) => [{ ...frame, name: 'Be brief' }]),
    ['kept-answer'],
  ],
  [
    'steering as it was typed',
    only('steer_sent', (frame) => [{ ...frame, content: DIRTY.claude }]),
    ['field-steer'],
  ],
]
