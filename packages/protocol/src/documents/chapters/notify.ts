import { NOTIFY_TYPES } from '../../notify/canonical-type.js'
import { NOTIFY_ENVELOPE, NOTIFY_EXAMPLES } from '../../notify/envelope-schema.js'
import { CODEX_ALIASES, CODEX_EVENTS, type CodexEventRow } from '../../watch/codex-events.js'
import { type Chapter, code, type Entry } from '../chapter.js'
import { fieldsOf } from '../type-text.js'

/** What senders of notify say: the envelope, the types with a meaning of their own, those of Codex. */
export function notifyChapter(): Chapter {
  return {
    id: 'notify',
    title: 'Notify types',
    blocks: [
      {
        kind: 'text',
        text:
          `An envelope carries a payload with a ${code('type')}. Types are compared in lower case, with every run of other signs as one ${code('-')}. ` +
          'The event that comes of it keeps the payload as it was sent.',
      },
      { kind: 'entries', what: 'envelope', entries: [envelope()] },
      {
        kind: 'table',
        head: ['payload type', 'event'],
        rows: [
          ...Object.entries(NOTIFY_TYPES).map(([type, event]) => [code(type), code(event)]),
          ['anything else', code('notify_event')],
        ],
      },
    ],
    sections: [
      {
        id: 'codex',
        title: 'Codex events',
        blocks: [
          {
            kind: 'text',
            text:
              'These payload types, in the words of Codex, also become what they mean: states, turns, requests, attention. ' +
              `Taken as well: ${aliases()}.`,
          },
          { kind: 'entries', what: 'type', entries: Object.entries(CODEX_EVENTS).map(codexEntry) },
        ],
      },
    ],
  }
}

function envelope(): Entry {
  const [example] = NOTIFY_EXAMPLES
  return {
    anchor: 'notify-envelope',
    name: 'notify',
    facts: {},
    text: 'What is posted. Null is as good as absent; other fields are refused by name.',
    fields: fieldsOf(NOTIFY_ENVELOPE),
    example,
  }
}

function codexEntry([type, { fields, description, example }]: [string, CodexEventRow]): Entry {
  return {
    anchor: `codex-${type}`,
    name: type,
    facts: {},
    text: description,
    fields: fieldsOf(fields, ['type']),
    example,
  }
}

function aliases(): string {
  return Object.entries(CODEX_ALIASES)
    .map(([alias, type]) => `${code(alias)} for ${code(type)}`)
    .join(', ')
}
