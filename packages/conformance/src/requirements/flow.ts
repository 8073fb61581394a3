import { requirementsOf } from '../requirement.js'

/**
 * Flows. 00x the fields of an event, 10x what a trigger matches, 20x templates, 30x trying out, 40x the config, 42x YAML, 43x
 * files, 44x the catalogue, 50x deliveries, 51x webhooks, 53x agents, 55x what became of an event, 60x doors.
 */
export const FLOW = requirementsOf('000', {
  'FLOW-001': [
    'own fields',
    'Every notify event has type (canonical), session_id, session.id, notify.type as it was sent, and notify.event_id where one was given.',
  ],
  'FLOW-002': ['timestamp', 'timestamp is occurred_at as it was sent, else the time of the server.'],
  'FLOW-003': [
    'scalars',
    'Texts, numbers and booleans of the payload are fields under notify.<key> and under <key>.',
  ],
  'FLOW-004': [
    'protected names',
    'No key of a payload stands in the place of type, timestamp, session_id, session.id, notify.type or notify.event_id.',
  ],
  'FLOW-005': [
    'kebab keys',
    'A key with hyphens is also there with underscores, unless the payload has that key itself.',
  ],
  'FLOW-006': ['no scalars', 'Arrays, objects and null are no fields.'],
  'FLOW-007': [
    'session as sent',
    'session_id and session.id are the id the sender used: its name for the session, or the uuid.',
  ],
  'FLOW-008': [
    'cleaned',
    'What fields say of a payload is cleaned: no escape sequences, no control characters; the payload is kept as it was.',
  ],
  'FLOW-009': [
    'other events',
    'Every other event has type, timestamp, session_id and its scalars by name and in snake case, one level deep by dots.',
  ],
  'FLOW-010': ['names', 'Names of fields are lower-case, however they were written in the payload.'],
  'FLOW-011': ['numbers', 'Numbers are written without an exponent.'],

  'FLOW-100': ['event_type', 'A trigger matches events of its type only.'],
  'FLOW-101': ['and', 'Every pair of where must hold.'],
  'FLOW-102': ['case', 'where compares whole values, without regard to case.'],
  'FLOW-103': ['present', 'The value * asks that the field is there; one that is absent never matches.'],
  'FLOW-104': ['any field', 'where may ask for any field, by its name in any case.'],
  'FLOW-105': [
    'session by any id',
    'where session.id holds for the uuid of the session, each of its aliases, and its name.',
  ],
  'FLOW-106': [
    'session by its name',
    'A session.id without a number at its end holds for the name with any number; one with a number for itself alone.',
  ],
  'FLOW-107': ['why not', 'What does not match is told with the reason.'],

  'FLOW-200': ['tokens', '{{key}} and {{event.key}} are the field, blanks around the name do not count.'],
  'FLOW-201': ['unknown token', 'A name that is no field is empty.'],
  'FLOW-202': ['unclosed', 'What opens and is never closed is kept.'],
  'FLOW-203': ['escape', '{{{{ writes {{ and begins nothing.'],
  'FLOW-204': ['single pass', 'What a value says is not rendered again.'],
  'FLOW-205': [
    'reserved',
    'event_id (of the envelope, else of the log), trigger_id, activity_id and output_tail stand before fields of these names.',
  ],
  'FLOW-206': ['JSON bodies', 'A body that is JSON as a template is JSON whatever the values say.'],
  'FLOW-207': [
    'terminals',
    'What is typed into a terminal has no control characters, and no line end of a value.',
  ],
  'FLOW-208': [
    'bounds',
    'A rendered text has at most 64 KiB, and one that was cut says so; a longer template is refused.',
  ],

  'FLOW-300': [
    'dry run: envelope',
    'A dry run with a notify envelope tells the fields, the triggers that match and each activity as it would be done.',
  ],
  'FLOW-301': [
    'dry run: recorded',
    'A dry run with {id} takes the recorded event of that id; an unknown one is 404.',
  ],
  'FLOW-302': [
    'dry run: trigger',
    'A dry run looks at one trigger where it is named or given whole; it need not be saved, and must be right.',
  ],
  'FLOW-303': [
    'dry run: nothing sent',
    'A dry run makes no session, no event, no delivery, no notice and no call.',
  ],
  'FLOW-304': [
    'dry run: refused',
    'What notify refuses is refused in a dry run, with the same code and field.',
  ],
  'FLOW-305': ['dry run: sample', 'A dry run with {sample} takes the sample fields of that event type.'],
  'FLOW-306': [
    'recent events',
    'GET /api/flow/recent-events lists the newest events of a type with ids a dry run takes, newest first.',
  ],

  'FLOW-400': [
    'example',
    "The contract's example config is 200 when put word for word, and comes back the same.",
  ],
  'FLOW-401': ['version', 'A version other than 1 is 400 naming version.'],
  'FLOW-402': [
    'unknown field',
    'A field that a config, a trigger, a binding or an activity does not have is 400 naming it.',
  ],
  'FLOW-403': ['unknown activity', 'An activity that is not in the catalogue is 400 naming activity_id.'],
  'FLOW-404': [
    'fields of activities',
    'A required field that is missing or blank, or one of another type, is 400 naming it.',
  ],
  'FLOW-405': ['level', 'A level other than info, warning and error is 400 naming level.'],
  'FLOW-406': ['unknown event type', 'An event_type that no event has is 400 naming event_type.'],
  'FLOW-407': [
    'aliases',
    'plan-new, plan-update and work-finish are taken, and wait for the notify event they mean.',
  ],
  'FLOW-408': ['twice', 'Two triggers of one id are 409.'],
  'FLOW-409': [
    'If-Match',
    'The config has an ETag that changes with it; If-Match with another is 412, and with it or * or without one is taken.',
  ],
  'FLOW-410': [
    'one trigger',
    'PUT of a trigger is 201 when it is new, then 200; DELETE is 204, then 404; others stay.',
  ],
  'FLOW-411': [
    'undeclared agent',
    'An agent_id that is not declared is taken with a warning that names trigger and field.',
  ],
  'FLOW-412': ['twice in a trigger', 'An activity may be there more than once in a trigger.'],
  'FLOW-413': ['refused is nothing', 'A refused config leaves everything as it was.'],
  'FLOW-414': ['bindings of nobody', 'Bindings of a trigger that is not there are 400 naming it.'],
  'FLOW-415': [
    'webhook fields',
    'A webhook whose url is none, or whose headers no flow may set, is 400 naming the field.',
  ],
  'FLOW-416': ['one target', 'send_to_terminal without a session and without an agent is 400.'],

  'FLOW-420': [
    'export',
    'The export is YAML, as an attachment, with version 1 and each flow with its bindings.',
  ],
  'FLOW-421': [
    'round trip',
    'An export that is imported gives the same config, and replaces what was there.',
  ],
  'FLOW-422': ['import: media type', 'An import of another media type than YAML is 415.'],
  'FLOW-423': [
    'import: where',
    'An import that is wrong is 400 with line, column and field of what is wrong.',
  ],
  'FLOW-424': ['import: aliases', 'YAML whose aliases multiply is refused at once.'],
  'FLOW-425': ['import: size', 'An import of 10 MB is 413.'],
  'FLOW-426': ['import: twice', 'An import with an id twice is 409.'],

  'FLOW-430': [
    'files',
    'Each trigger is a YAML file in flows/ of the data directory, and is there after a restart.',
  ],
  'FLOW-431': ['by hand', 'A file that is written, changed or removed by hand is noticed.'],
  'FLOW-432': [
    'a bad file',
    'A file that is wrong disables itself alone, and is shown with its error where the config and the files are read.',
  ],

  'FLOW-440': [
    'activities',
    'The catalogue names the four activities with typed fields; running a command is not among them.',
  ],
  'FLOW-441': [
    'event types',
    'The event types are the four of notify and every other durable event, each with a sample of its fields.',
  ],

  'FLOW-500': [
    'toast',
    'A toast is an event of its session on /ws, and a notice on /api/notifications/stream.',
  ],
  'FLOW-501': [
    'delivery',
    'A delivery has the id event/trigger/index, the log id of its event, its status, attempts, times and chain.',
  ],
  'FLOW-502': [
    'list',
    'Deliveries are listed newest first, by status, trigger and session, a page at a time.',
  ],
  'FLOW-503': ['list: bad values', 'A bad value of a parameter of the list of deliveries is 400 naming it.'],
  'FLOW-504': [
    'retry',
    'A delivery that was given up is tried again: 200; an unknown one is 404, one that is done 409.',
  ],
  'FLOW-505': ['duplicate', 'A duplicate of an event sets nothing off.'],
  'FLOW-506': [
    'loop guard',
    'Flows that set each other off are stopped at depth 5, with a row that says so and a record.',
  ],
  'FLOW-507': [
    'restart',
    'Deliveries that were not done when the gateway was killed are done after, each once.',
  ],
  'FLOW-508': ['never in the request', 'An event is answered while its webhook still waits.'],
  'FLOW-509': ['each for itself', 'An activity that fails keeps no other from being done.'],
  'FLOW-510': ['given up', 'After five attempts a delivery is dead.'],

  'FLOW-511': [
    'webhook',
    'A webhook is one POST of the rendered body, else of the event with its fields, with the headers that were set.',
  ],
  'FLOW-512': [
    'signature',
    'It is signed by Standard Webhooks with the secret of its trigger, and its Idempotency-Key is the delivery.',
  ],
  'FLOW-513': [
    'private addresses',
    'A webhook to a private address is refused and nobody is called, unless the host was opened by name; an address in another spelling is not saved.',
  ],
  'FLOW-514': ['try again', 'Any answer but 2xx, 410 and a redirect is tried again, with the same key.'],
  'FLOW-515': ['gone', 'An answer of 410 is given up at once.'],
  'FLOW-516': ['redirects', 'A redirect is given up and not followed.'],
  'FLOW-517': ['response', 'What the receiver answered is kept with the delivery, at most 16 KiB of it.'],
  'FLOW-518': ['secrets', 'The secret of a trigger can be read and changed; for a while both sign.'],

  'FLOW-519': [
    'the gateway itself',
    'A webhook to the gateway itself is refused, also where its host was opened.',
  ],

  'FLOW-530': [
    'spawn',
    'spawn_agent_session starts a session of the agent with the rendered title and message as its prompt.',
  ],
  'FLOW-531': ['no such agent', 'An agent that is not declared is a delivery that failed, and says so.'],
  'FLOW-532': ['type to an agent', 'send_to_terminal gives a driven session the rendered message as a turn.'],

  'FLOW-550': [
    'queued',
    'While flows are on, the representation of an accepted event and its record say queued.',
  ],
  'FLOW-551': [
    'flow_unavailable',
    'With flows switched off events are accepted, the representation and the record say flow_unavailable, and nothing is set off.',
  ],

  'FLOW-554': [
    'unreadable',
    'While flows cannot be read events are accepted and say flow_unavailable, and why is told where the files are listed.',
  ],
  'FLOW-552': [
    'batches',
    'What is accepted in a batch sets off the same as alone, and gives the same records.',
  ],
  'FLOW-553': ['deleted', 'With a session its deliveries and its records are gone.'],

  'FLOW-600': ['token', 'Every door of flows and logs without a token is 401.'],
  'FLOW-601': ['method', 'Another method than a door has is 405 with Allow.'],
  'FLOW-603': ['hooks', 'The token of hooks opens no door of flows and logs.'],
  'FLOW-602': ['unknown parameter', 'A parameter that a door does not have is 400 naming it.'],
})

export type FlowRequirement = keyof typeof FLOW
