import type { JsonObject } from '../event.js'
import { EXAMPLE } from '../registry/example.js'
import { WatchEntry } from '../registry/shapes.js'
import { s } from '../schema.js'
import type { HttpRoute } from './route.js'

const { sessionId, epoch } = EXAMPLE

const glance: JsonObject = {
  state: 'permission',
  since: 1709312410000,
  action: 'Bash: npm test',
  agent: 'claude',
  origin: 'observed',
  cwd: '/home/me/shop',
  pid: 12345,
  host: 'box',
  tmuxTarget: '%5',
  requestId: 'req_1',
  message: 'npm test',
}
const list: JsonObject = { entries: [{ sessionId, ...glance }] }
const told: JsonObject = { type: 'watch_state', sessionId, seq: 17, ts: 1709312410000, ...glance }
const cursor = `${epoch}@4711`

/** What each agent is at, as a glance at its terminal would tell. */
export const watchRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/watch',
    operation: 'listWatched',
    chapter: 'sessions',
    summary: 'What every agent is at',
    description:
      'Those that wait for a person come first: permission, waiting, idle, busy, stale, ended; then the newest. ' +
      'One that was left is not on the list any more; one that ended without a goodbye stays until `until`.',
    access: 'session:read',
    parameters: [],
    answers: {
      200: {
        description: 'The watch list.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ entries: s.array(WatchEntry) }),
            example: list,
          },
        ],
      },
    },
    errors: ['unavailable'],
  },
  {
    method: 'GET',
    path: '/api/watch/stream',
    operation: 'streamWatched',
    chapter: 'sessions',
    summary: 'What every agent is at, as it changes',
    description:
      'Server-sent events: `watch_list` with all entries first, and again for a reader that fell behind; then ' +
      '`watch_state` for every change. An `ended` without `until` leaves the list. A comment every 15 s keeps it open. ' +
      'With `dialect=codex-notify` it tells the events of the Codex notify program instead, each with an id ' +
      '`epoch@offset` to resume from.',
    access: 'session:read',
    parameters: [
      {
        name: 'dialect',
        in: 'query',
        schema: s.oneOf(['codex-notify']),
        description: 'In the words of the Codex notify program.',
        example: 'codex-notify',
      },
      {
        name: 'agent',
        in: 'query',
        schema: s.oneOf(['codex', 'all']),
        description: 'With dialect=codex-notify: sessions of Codex, if not given, or of every agent.',
        example: 'all',
      },
      {
        name: 'after',
        in: 'query',
        schema: s.string(),
        description:
          'With dialect=codex-notify: an offset, or the id of an event: what came after it is replayed first.',
        example: '0',
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        schema: s.string(),
        description: 'The same, as browsers send it; it wins.',
        example: cursor,
      },
    ],
    answers: {
      200: {
        description: 'It stays open until one side goes.',
        content: [
          {
            mediaType: 'text/event-stream',
            schema: s.string(),
            example: `event: watch_list\ndata: ${JSON.stringify({ type: 'watch_list', ...list })}\n\nevent: watch_state\ndata: ${JSON.stringify(told)}\n\n`,
          },
        ],
      },
    },
    errors: ['invalidMessage', 'unavailable'],
    stream: true,
  },
]
