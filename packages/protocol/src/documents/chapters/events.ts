import { exampleFrame } from '../../registry/frame.js'
import { EVENT_CHAPTERS, type EventType, rowOf } from '../../registry/registry.js'
import type { Chapter, Entry } from '../chapter.js'
import { fieldsOf } from '../type-text.js'

/** Every event the gateway sends, by the chapters of the registry. */
export function eventsChapter(): Chapter {
  return {
    id: 'events',
    title: 'Events',
    blocks: [{ kind: 'text', text: 'What the gateway says.' }],
    sections: EVENT_CHAPTERS.map(({ id, title, about, types }) => ({
      id: `events-${id}`,
      title,
      blocks: [
        { kind: 'text', text: about },
        { kind: 'entries', what: 'event', entries: types.map(eventEntry) },
      ],
    })),
  }
}

/** The fragment an event name is linked by. */
export function eventAnchor(name: string): string {
  return `event-${name}`
}

function eventEntry(type: EventType): Entry {
  const { dot, kind, scopes, turn, data, description } = rowOf(type)
  return {
    anchor: eventAnchor(type),
    name: type,
    ...(dot === undefined ? {} : { also: { anchor: eventAnchor(dot), name: dot } }),
    facts: { kind, to: scopes.join(', '), turnId: turn ?? '' },
    text: description,
    fields: fieldsOf(data),
    example: exampleFrame(type),
  }
}
