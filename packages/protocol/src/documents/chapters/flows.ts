import {
  ACTIVITIES,
  ACTIVITY_IDS,
  type Activity,
  type ActivityId,
  activityConfigSchema,
} from '../../flow/activities.js'
import { MAX_BINDINGS, MAX_TRIGGERS } from '../../flow/check-config.js'
import { FLOW_FILE, FLOW_FILE_EXAMPLE, TRIGGER_ALIASES } from '../../flow/config.js'
import { type EventType, isDurable, REGISTRY } from '../../registry/registry.js'
import { type Chapter, code, codes, type Entry } from '../chapter.js'
import { opening } from '../opening.js'
import { fieldsOf } from '../type-text.js'

const durable = (Object.keys(REGISTRY) as EventType[]).filter((type) => isDurable(type))

const LIMITS: readonly string[] = [
  `At most ${MAX_TRIGGERS} triggers, ${MAX_BINDINGS} activities for each, 64 KiB for a template, 1 MiB for a file or a body.`,
  'Aliases, anchors, tags and directives of YAML are refused, and so is what is nested deeper than 40 levels.',
  'An agent that is not declared is a warning when it is saved, and a failed delivery when it is run.',
]

const WHERE: readonly string[] = [
  'Values are compared without regard to case; names of fields too.',
  `${code('*')} means that the field is there, whatever it says.`,
  `${code('session.id')} and ${code('session_id')} mean the uuid of the session, any id its agent or its senders use, or its name.`,
  `A session without a number at its end means all that have one: ${code('Codex')} matches ${code('Codex 1')} and ${code('Codex 2')}.`,
]

const FIELDS: readonly (readonly string[])[] = [
  [code('type'), 'the event type'],
  [code('timestamp'), 'when it happened: what the sender said, else the time of the gateway'],
  [`${code('session_id')}, ${code('session.id')}`, 'the session, by the id the sender used'],
  [code('notify.type'), 'notify: the type as it was sent'],
  [code('notify.event_id'), 'notify: the `event_id` of the sender, where there is one'],
  [
    `${code('notify.KEY')}, ${code('KEY')}`,
    'notify: every text, number, true and false of the payload, cleaned; never in the place of one of the above',
  ],
  [`${code('turn_id')} of ${code('turn-id')}`, 'notify: keys with a hyphen are there with an underscore too'],
  [
    `${code('stopreason')}, ${code('stop_reason')}, ${code('usage.input_tokens')}`,
    'other events: what they say, in both spellings, one level deep',
  ],
]

const TEMPLATES: readonly string[] = [
  `${code('{{field}}')} and ${code('{{event.field}}')} put in a field of the event; a name that is not known puts in nothing.`,
  `${code('{{event_id}}')} is the id the sender gave the event, else that of the log; ${code('{{trigger_id}}')}, ${code('{{activity_id}}')} and ${code('{{output_tail}}')} are what they say.`,
  `${code('{{{{')} writes ${code('{{')}. What is opened and never closed stays as it is. What a value says is not looked into.`,
  'In a JSON body values are written as JSON: within a string escaped, alone as a number, true, false, null or a string. Without a body the whole event is sent.',
  'What is typed into a terminal holds no control characters; a value there is one line.',
  'Of an event flows see its first 256 fields, those with names of up to 256 characters. A value is cut after 65,536 ' +
    'characters, and values longer than 1,024 share 262,144: what comes after is cut to 1,024.',
  'A rendered text has at most 64 KiB: the value that does not fit is cut and marked.',
]

/** When something happens, do something: what flows wait for, and what they can do. */
export function flowsChapter(): Chapter {
  return {
    id: 'flows',
    title: 'Flows',
    blocks: [
      {
        kind: 'text',
        text: `A trigger waits for an event; when it matches, its activities run.${opening('/api/flow')}`,
      },
      {
        kind: 'text',
        text:
          `Flows are kept as YAML files in the folder ${code('flows')} of the data directory, one per trigger when they are ` +
          'saved over the API. They may be edited by hand, with several flows in one file, and are read again at once. A ' +
          'file that cannot be used takes only itself out; of two files with the same trigger the later one, by its name, ' +
          'is the one that cannot. Saving all flows leaves files alone whose flows stay as they are, and files that cannot ' +
          'be used.',
      },
      { kind: 'list', items: LIMITS },
      { kind: 'entries', what: 'file', entries: [file()] },
    ],
    sections: [
      {
        id: 'flow-event-types',
        title: 'Flow event types',
        blocks: [
          {
            kind: 'text',
            text: `A trigger waits for any of the ${durable.length} durable event types: ${codes(durable)}.`,
          },
          { kind: 'text', text: 'These other names are taken as well:' },
          {
            kind: 'table',
            head: ['other name', 'event type'],
            rows: Object.entries(TRIGGER_ALIASES).map(([alias, type]) => [code(alias), code(type)]),
          },
        ],
      },
      {
        id: 'flow-where',
        title: 'Where',
        blocks: [
          {
            kind: 'text',
            text: 'A trigger matches when the event has its type and every pair of `where` holds.',
          },
          { kind: 'list', items: WHERE },
        ],
      },
      {
        id: 'flow-fields',
        title: 'Flow fields',
        blocks: [
          {
            kind: 'text',
            text: 'What a trigger sees of an event: a flat map of texts, with names in lower case.',
          },
          { kind: 'table', head: ['field', 'is'], rows: FIELDS },
        ],
      },
      {
        id: 'flow-templates',
        title: 'Templates',
        blocks: [{ kind: 'list', items: TEMPLATES }],
      },
      {
        id: 'flow-activities',
        title: 'Activities',
        blocks: [
          {
            kind: 'text',
            text: `Fields that end in ${code('_template')} are templates. An activity may be there more than once in a trigger.`,
          },
          { kind: 'entries', what: 'activity', entries: ACTIVITY_IDS.map(activityEntry) },
        ],
      },
    ],
  }
}

function file(): Entry {
  return {
    anchor: 'flow-file',
    name: 'flow file',
    facts: {},
    text: 'Flows as files have them (YAML).',
    fields: fieldsOf(FLOW_FILE),
    example: JSON.parse(JSON.stringify(FLOW_FILE_EXAMPLE)),
  }
}

function activityEntry(id: ActivityId): Entry {
  const { label, description, oneOf, example }: Activity = ACTIVITIES[id]
  return {
    anchor: `activity-${id}`,
    name: id,
    facts: { label, 'one of': oneOf === undefined ? '' : codes(oneOf) },
    text: description,
    fields: fieldsOf(activityConfigSchema(id)),
    example,
  }
}
