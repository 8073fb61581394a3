import { requirementsOf } from '../requirement.js'

/**
 * Records of the log. 00x the record of a notify, 02x reading, 04x the stream, 06x notices for people, 08x the gateway's
 * own records and their export.
 */
export const LOG = requirementsOf('000', {
  'LOG-001': [
    'one record',
    'Every accepted envelope gives one record notify event accepted of severity info.',
  ],
  'LOG-002': [
    'stable attributes',
    'It has gestalt.category=notification, gestalt.source=notify, type, notify.type, notify.event_id, session.id, session_id and notify.dispatch.',
  ],
  'LOG-003': ['scalars', 'Scalars of the payload are attributes as notify.<key> and <key>.'],
  'LOG-004': ['duplicate', 'A duplicate gives a record of its own with notify.duplicate.'],
  'LOG-005': ['refused', 'A refused envelope gives no record.'],
  'LOG-006': [
    'OTLP',
    'A record is an OTLP LogRecord as JSON, with nothing beside it but its cursor in lists.',
  ],
  'LOG-007': [
    'protected',
    'A payload cannot say attributes of the gateway: gestalt.*, notify.dispatch, notify.duplicate.',
  ],
  'LOG-008': ['redaction', 'What looks like a secret, or has the name of one, is not in a record.'],
  'LOG-009': ['cleaned', 'Attributes have no escape sequences.'],
  'LOG-010': ['raw', 'raw is in no record.'],

  'LOG-020': ['limit', 'Without after or since the newest are told, in order, limit of them.'],
  'LOG-021': ['since', 'since tells those from that time on.'],
  'LOG-022': ['level', 'level tells that severity and what is worse.'],
  'LOG-023': [
    'session_id',
    'session_id tells those of one session, by any of its ids; an unknown one is 404.',
  ],
  'LOG-024': ['type', 'type tells those of a canonical type, or of a type as it was sent.'],
  'LOG-025': ['q', 'q tells those in which a text is, in whatever case.'],
  'LOG-026': ['paging', 'Pages by after miss none and repeat none, and next is always where to go on.'],
  'LOG-027': ['bad values', 'A bad value of a parameter is 400 naming it.'],

  'LOG-040': ['head', 'The stream is text/event-stream, unbuffered, and begins with retry: 5000.'],
  'LOG-041': [
    'ids',
    'Every record has an id that is its cursor, without CR or LF, and is the same as in the list.',
  ],
  'LOG-042': [
    'resume',
    'Last-Event-ID resumes without loss and without a repeat, also while records are written.',
  ],
  'LOG-043': [
    'replay window',
    'replay says how far back; replayed records carry gestalt.replay_window, live ones do not.',
  ],
  'LOG-044': ['filters', 'level, session_id and type choose what is told.'],
  'LOG-045': ['gap', 'A cursor that cannot be resumed is told with event: gap.'],
  'LOG-046': ['ping', 'A comment keeps the stream open.'],

  'LOG-060': [
    'notices',
    'Notices are {type, level, message, timestamp, session_id}, each with an id; unbuffered, retry first.',
  ],
  'LOG-061': ['only what comes', 'Nothing is replayed, unless Last-Event-ID says from where.'],
  'LOG-062': ['what a person should see', 'Notify events, turns and texts are no notices.'],
  'LOG-063': ['attention', 'Attention that is raised and cleared is told.'],

  'LOG-080': ['own records', "The gateway's own records are in the same list and stream, with a severity."],
  'LOG-081': ['export', 'With OTEL_EXPORTER_OTLP_ENDPOINT records are sent there over OTLP/HTTP.'],
  'LOG-083': ['JSON-RPC', 'holon/logStream tells the newest of these records, the oldest of them first.'],
  'LOG-082': ['best effort', 'A receiver that fails changes no answer.'],
})

export type LogRequirement = keyof typeof LOG
