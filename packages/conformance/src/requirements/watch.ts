import { requirementsOf } from '../requirement.js'

/**
 * Agents in people's terminals. 00x what is seen of each event, 02x whose session it is, 1xx the watch list, 2xx the
 * words of Codex, 3xx what hooks say beside their payload, 4xx requests that are held, 5xx telemetry.
 */
export const WATCH = requirementsOf('001', {
  'WATCH-001': ['start is idle', 'A session that starts is seen as idle.'],
  'WATCH-002': ['prompt is busy', 'A session that is given a prompt is seen as busy.'],
  'WATCH-003': [
    'request is permission',
    'A session that asks for leave is seen as permission, with the requestId and the message of what it asks.',
  ],
  'WATCH-004': ['approved is busy', 'A session whose request is approved is seen as busy.'],
  'WATCH-005': [
    'denied is idle',
    'A session whose request is denied is seen as idle, reason denied, until it is heard to go on.',
  ],
  'WATCH-006': ['complete is idle', 'A session whose turn is complete is seen as idle.'],
  'WATCH-007': ['aborted is idle', 'A session whose turn is aborted is seen as idle.'],
  'WATCH-008': ['failed is idle', 'A session whose turn failed is seen as idle, reason failed.'],
  'WATCH-009': [
    'end leaves the list',
    'A session that ends is told as ended, without until, and leaves the watch list at once; its history stays.',
  ],
  'WATCH-010': [
    'every door',
    'The same events are seen as the same, whether notify, the hooks of Codex or those of Claude Code tell them.',
  ],
  'WATCH-011': [
    'any can be first',
    'Each of the eight events, as the first that is heard of a session, is seen as it would be later; after an answer or an end alone there is nothing to see.',
  ],
  'WATCH-012': [
    'unknown changes nothing',
    'An event of an unknown type is kept and changes nothing of what is seen.',
  ],
  'WATCH-013': ['question is waiting', 'A session that asks a question is seen as waiting.'],
  'WATCH-014': [
    'background is busy',
    'A turn that leaves tasks in the background is seen as busy, reason background, until a turn leaves none.',
  ],
  'WATCH-015': [
    'action',
    'The tool that is used is the action of a session, in one line, as long as it is busy or asks about it.',
  ],

  'WATCH-020': [
    'thread of a session',
    'What hooks of Codex tell of a thread goes to the session notify told of with that thread-id.',
  ],
  'WATCH-021': [
    'never merged',
    'A thread-id stays with the session it was first told under; told under another, the event is of that other one and both remain.',
  ],

  'WATCH-101': [
    'watch list',
    'GET /api/watch gives {entries}, each with sessionId, state, since, agent and origin, and with action, name, cwd, pid, host, tmuxTarget, requestId and message where they are known.',
  ],
  'WATCH-102': [
    'order of the list',
    'Entries come in the order permission, waiting, idle, busy, and the newest first among equals.',
  ],
  'WATCH-103': [
    'watch refused',
    'The watch list and its stream are 401 without token, and 400 naming a parameter that is bad or unknown.',
  ],
  'WATCH-104': [
    'watch stream',
    'GET /api/watch/stream gives watch_list with what GET /api/watch gives, then watch_state for every change, live.',
  ],
  'WATCH-105': [
    'watch_state on /ws',
    'watch_state reaches everyone of the tenant on /ws, once, whether they joined the session or not.',
  ],
  'WATCH-106': ['watch in the snapshot', 'The snapshot of a session has as watch what the watch list has.'],
  'WATCH-107': [
    'deleted',
    'A session that is deleted leaves the watch list, and the stream tells it as ended, reason deleted.',
  ],

  'WATCH-201': [
    'words of Codex',
    'With dialect=codex-notify the eight events come out byte for byte as they were told, their keys in the same order.',
  ],
  'WATCH-202': [
    'words of Codex: resume',
    'Every event has an id to resume from: what came after it, replay_complete, then live; without one only what comes.',
  ],
  'WATCH-203': [
    'words of Codex: whose',
    'Without agent only sessions of Codex are told, with agent=all those of every agent.',
  ],
  'WATCH-204': ['words of Codex: refused', 'A bad cursor, agent or parameter is 400 naming it.'],
  'WATCH-205': [
    'words of Codex: foreign cursor',
    'A cursor of another log gets gap with reason epoch on this stream too, then everything in the words of Codex.',
  ],

  'WATCH-301': [
    'process',
    'The process a hook names, with its host, terminal and tmux pane, is the process of its session, and shown in the watch list.',
  ],
  'WATCH-302': [
    'bad headers',
    'A header beside a payload that cannot be understood is ignored, and the hook is taken.',
  ],
  'WATCH-303': [
    'event id',
    'A hook that comes again with the same event id is one event; with another it is two.',
  ],
  'WATCH-304': [
    'late',
    'What is told late carries late: true, and occurredAt where it is given, in every event that comes of it.',
  ],
  'WATCH-305': [
    'late requests',
    'A request that is told late is kept and closed at once, resolved_elsewhere, holds no hook and raises nothing.',
  ],
  'WATCH-306': [
    'out of order',
    'What is told of a turn that is over, or older than the running one, belongs to that turn and changes nothing of the running one.',
  ],
  'WATCH-307': [
    'large hooks',
    'A hook of 5 MB is taken, its output told in part and said to be cut, its payload kept whole.',
  ],
  'WATCH-308': [
    'hostile texts',
    'Neither message nor action nor name of the watch list has escape codes or control characters; marks of shells and of HTML stay what they are, and cwd is the path as it is.',
  ],

  'WATCH-401': [
    'held open',
    'A request of Claude Code without wait is answered on its open call when somebody answers it.',
  ],
  'WATCH-402': [
    'held for polling',
    'With x-signalbox-wait: poll it is 202 {"held":ID} at once, and GET /hooks/{agent}/held/ID has the answer, whether it was there before or comes after.',
  ],
  'WATCH-403': ['denied with a message', 'A denial is told to the agent with the words of who denied it.'],
  'WATCH-404': [
    'allowed from now on',
    'Allowed with remember, Claude Code gets its own suggestions back as updatedPermissions, opencode gets always.',
  ],
  'WATCH-405': [
    'questions',
    'Answers to questions go back to the agent in its own form, and a dismissal as a denial.',
  ],
  'WATCH-406': ['plans', 'A plan of Claude Code that is approved gets its input back as updatedInput.'],
  'WATCH-407': [
    'held for Codex',
    'A request of Codex is held while somebody is connected, and answered by allow or deny and nothing else.',
  ],
  'WATCH-408': [
    'nobody is there',
    'A request of Codex, or of an agent nobody sits in front of, is answered by {} at once while nobody is connected.',
  ],
  'WATCH-409': [
    'answered in the terminal',
    'When the agent is heard to go on, the request is closed, resolved_elsewhere, and its hook released with {}.',
  ],
  'WATCH-410': [
    'unknown hold',
    'A hold that does not exist, or is of another agent, is 404 not_found naming id.',
  ],
  'WATCH-411': [
    'asked twice',
    'The same request posted again is the same hold, and gets the same answer, also after it was given.',
  ],
  'WATCH-412': [
    'held over a restart',
    'A hold outlives a restart of the gateway: who asks for it again gets the answer.',
  ],
  'WATCH-413': ['only observed', 'A hook of an agent that cannot be answered is not held.'],
  'WATCH-420': [
    'token of hooks',
    'The token in hook-authorization of the data directory may post hooks, notify and telemetry, and wait for answers.',
  ],
  'WATCH-421': [
    'nothing else',
    'With the token of hooks everything else is 403 forbidden, and /ws refuses it.',
  ],

  'WATCH-501': [
    'telemetry of decisions',
    'POST /v1/logs takes OTLP in JSON: a decision a person made in the terminal resolves the request about that call.',
  ],
  'WATCH-502': [
    'other telemetry',
    'Records that are unknown, or of sessions nobody told of, are taken and change nothing.',
  ],
  'WATCH-503': [
    'telemetry refused',
    'Telemetry of another media type or encoding is 415, that is no JSON object 400, without token 401.',
  ],
})

export type WatchRequirement = keyof typeof WATCH
