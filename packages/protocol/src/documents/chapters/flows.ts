import {
  ACTIVITIES,
  ACTIVITY_IDS,
  type Activity,
  type ActivityId,
  activityConfigSchema,
} from '../../flow/activities.js'
import { FLOW_FILE, FLOW_FILE_EXAMPLE, TRIGGER_ALIASES } from '../../flow/config.js'
import { type EventType, isDurable, REGISTRY } from '../../registry/registry.js'
import { type Chapter, code, codes, type Entry } from '../chapter.js'
import { opening } from '../opening.js'
import { fieldsOf } from '../type-text.js'

const durable = (Object.keys(REGISTRY) as EventType[]).filter((type) => isDurable(type))

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
          { kind: 'text', text: 'In files these other names are taken as well:' },
          {
            kind: 'table',
            head: ['name in a file', 'event type'],
            rows: Object.entries(TRIGGER_ALIASES).map(([alias, type]) => [code(alias), code(type)]),
          },
        ],
      },
      {
        id: 'flow-activities',
        title: 'Activities',
        blocks: [
          {
            kind: 'text',
            text: `Where a text is a template, ${code('{{field}}')} puts in a field of the event.`,
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
