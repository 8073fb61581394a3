import { EVENT_CHAPTERS, type EventType, nameOf, REGISTRY } from '../../registry/registry.js'
import { type Chapter, code } from '../chapter.js'

const types = Object.keys(REGISTRY) as EventType[]
const twins = types.filter((type) => nameOf(type, 'dot') !== type)

/** How the rest is to be read. */
export function readingChapter(): Chapter {
  return {
    id: 'reading',
    title: 'How to read this',
    blocks: [
      {
        kind: 'text',
        text:
          `There are ${types.length} event types in ${EVENT_CHAPTERS.length} chapters. ` +
          `${twins.length} of them are twins: they have a second name in dot form, which makes ${types.length + twins.length} names. ` +
          `A connection hears one name per event: the first, or with ${code('?naming=dot')} the second where there is one.`,
      },
      {
        kind: 'text',
        text:
          `On ${code('/ws')}, in ${code('get_events')}, over REST and on server-sent events an event is one object: ` +
          `${code('{type, sessionId, seq, ts, turnId?, …}')}. The fields listed here stand beside these; ` +
          `a ${code('?')} marks one that may be absent. An answer carries the ${code('ref')} of what it answers.`,
      },
      {
        kind: 'table',
        head: ['kind', 'means'],
        rows: [
          ['durable', 'in the log before anyone hears it; numbered; replayed'],
          ['ephemeral', `numbered and live only; a replay says ${code('gap')} instead`],
          ['reply', 'an answer or a mark on one connection; never numbered'],
        ],
      },
      {
        kind: 'table',
        head: ['to', 'means'],
        rows: [
          ['connection', 'the one that asked'],
          ['session', 'everyone who joined the session'],
          ['tenant', 'everyone of the tenant, joined or not'],
        ],
      },
    ],
  }
}
