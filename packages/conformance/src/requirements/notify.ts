import { requirementsOf } from '../requirement.js'

/**
 * Notify. 001–014 are the checks of one envelope, in their order; 02x which of two wins, 04x the parts of check 4,
 * 05x fields, 06x refusals, 07x duplicates, 08x canonical types, 09x representation, 10x batches, 12x what subscribers
 * see, 13x what the types of Codex become.
 */
export const NOTIFY = requirementsOf('000', {
  'NOTIFY-001': [
    'no or wrong token',
    'A request without the token, or with another one, is 401 unauthorized.',
  ],
  'NOTIFY-002': ['media type', 'A Content-Type that is given and is not JSON is 415 unsupported_media_type.'],
  'NOTIFY-003': ['body over 1 MiB', 'A body of more than 1 MiB is 413 payload_too_large.'],
  'NOTIFY-004': ['not a JSON object', 'A body that is not JSON, or no object, is 400 invalid_request.'],
  'NOTIFY-005': [
    'session_id missing',
    'A session_id that is missing, null or blank is 400 invalid_request, missing session id.',
  ],
  'NOTIFY-006': ['payload missing', 'An envelope without payload is 422 missing_payload.'],
  'NOTIFY-007': [
    'payload not an object',
    'A payload that is null or no object is 422, payload must be a JSON object.',
  ],
  'NOTIFY-008': [
    'payload.type missing',
    'A payload whose type is missing, no string or blank is 422, missing payload type.',
  ],
  'NOTIFY-009': [
    'session id mismatch',
    'A session_id that differs from the decoded id of the path in any character is 400, session id mismatch.',
  ],
  'NOTIFY-010': [
    'strict: unknown session',
    'In strict mode an envelope for an unknown session is 404, session not found.',
  ],
  'NOTIFY-011': [
    'strict: plan_file',
    'In strict mode progress without a non-blank string plan_file or plan-file is 422, missing plan_file.',
  ],
  'NOTIFY-012': [
    'conflict',
    'The event_id of a kept event with another payload is 409 conflict, and nothing is kept.',
  ],
  'NOTIFY-013': [
    'log cannot be written',
    'While the log cannot be written an envelope is 503 service_unavailable.',
  ],
  'NOTIFY-014': ['accepted', 'An envelope that passes every check is 204 with an empty body.'],

  'NOTIFY-021': ['order 1, 2', 'The token is checked before the media type.'],
  'NOTIFY-022': ['order 2, 3', 'The media type is checked before the size.'],
  'NOTIFY-023': ['order 3, 4', 'The size is checked before anything in the body.'],
  'NOTIFY-024': ['order 4, 5', 'The form of every field is checked before a missing session_id.'],
  'NOTIFY-025': ['order 5, 6–8', 'A missing session_id is told before anything about the payload.'],
  'NOTIFY-026': ['order 6–8, 9', 'The payload is checked before session_id is compared with the path.'],
  'NOTIFY-027': ['order 9, 10', 'A mismatch is told before an unknown session.'],
  'NOTIFY-028': ['order 10, 11', 'An unknown session is told before a missing plan_file.'],
  'NOTIFY-029': ['order 11, 12', 'A missing plan_file is told before a conflict.'],

  'NOTIFY-041': [
    'wrong type of a field',
    'A session_id, occurred_at, raw or event_id that is no string is 400 invalid_request naming the field.',
  ],
  'NOTIFY-042': [
    'bad occurred_at',
    'An occurred_at that is no RFC 3339 time is 400 invalid_request naming occurred_at.',
  ],
  'NOTIFY-043': [
    'unknown field',
    'A field the envelope does not have is 400 invalid_request naming it: agent_id, agent_name, source, event_type and any other.',
  ],
  'NOTIFY-044': ['depth', 'JSON nested deeper than 64 levels is 400 invalid_request; 64 levels are taken.'],
  'NOTIFY-045': [
    'ids that cannot be kept',
    'A session_id or event_id with a NUL, half a character or more than 512 characters is 400 naming the field.',
  ],

  'NOTIFY-050': ['examples', "The contract's two example envelopes are accepted word for word."],
  'NOTIFY-051': [
    'session_id',
    'Outside strict mode an unknown session_id makes a session that is observed, has that name and that alias.',
  ],
  'NOTIFY-052': [
    'path id',
    'The id of the path is URL-decoded: blanks, slashes, percent and plus signs and other alphabets work.',
  ],
  'NOTIFY-053': ['occurred_at', 'occurred_at is kept as it was written; null counts as absent.'],
  'NOTIFY-054': ['event_id', 'event_id is kept as eventId; null and blank count as absent.'],
  'NOTIFY-055': ['raw', 'raw is kept with the event word for word; null and blank count as absent.'],
  'NOTIFY-056': [
    'payload',
    'The payload is opaque: long numbers, -0, 1e400, escapes and unknown keys come out as they were written.',
  ],
  'NOTIFY-057': [
    'media types taken',
    'No Content-Type, an empty one, application/json in any case and with parameters, and +json types are taken.',
  ],
  'NOTIFY-058': ['size taken', 'A body of exactly 1 MiB is taken.'],
  'NOTIFY-059': [
    'which session',
    'session_id may be the uuid of a session, thread_ and that uuid, or any of its aliases.',
  ],

  'NOTIFY-060': [
    'problem',
    'A refusal is application/problem+json with type, title, status, detail, code, message and error, and field where one is at fault.',
  ],
  'NOTIFY-061': ['refused is nothing', 'A refused envelope makes no session and no event.'],
  'NOTIFY-062': ['method', 'Another method than POST is 405 with Allow: POST.'],

  'NOTIFY-070': [
    'duplicate',
    'The same event_id with the same payload is 204 again and stays one event with its seq.',
  ],
  'NOTIFY-071': [
    'what is compared',
    'Only the payload is compared, as a value: key order, raw and occurred_at make no conflict.',
  ],
  'NOTIFY-072': ['per session', 'The same event_id in another session is another event.'],
  'NOTIFY-073': ['no event_id', 'Two equal envelopes without event_id are two events.'],

  'NOTIFY-080': ['new-plan', 'payload.type new-plan gives notify_new_plan.'],
  'NOTIFY-081': ['progress', 'payload.type progress gives notify_progress.'],
  'NOTIFY-082': ['finish', 'payload.type finish gives notify_finish.'],
  'NOTIFY-083': ['everything else', 'Every other payload.type gives notify_event, and is never an error.'],
  'NOTIFY-084': [
    'normalisation',
    'Types are compared in lower case, with every run of other characters as one -, and none at the ends.',
  ],
  'NOTIFY-085': ['original type', 'notify.type is payload.type as it was sent.'],

  'NOTIFY-090': [
    'representation',
    'With Prefer: return=representation the answer is 200 with id, session_id, seq, type (canonical), dispatch and duplicate.',
  ],
  'NOTIFY-091': [
    'of a duplicate',
    'The representation of a duplicate has the first id and seq, and duplicate true.',
  ],
  'NOTIFY-092': ['other preferences', 'Any other preference changes nothing: 204.'],

  'NOTIFY-100': [
    'NDJSON',
    'POST /api/events takes up to 1,000 envelopes as NDJSON and answers 200 with index and status of each.',
  ],
  'NOTIFY-101': ['array', 'POST /api/events takes the same envelopes as a JSON array, with the same answer.'],
  'NOTIFY-102': [
    'each for itself',
    'Good lines are kept when others fail; a bad one has the status, code, detail and field it would have got alone.',
  ],
  'NOTIFY-103': ['over 1,000', 'More than 1,000 envelopes are 413, and nothing of them is kept.'],
  'NOTIFY-104': ['line over 1 MiB', 'A line of more than 1 MiB fails alone, with 413.'],
  'NOTIFY-105': ['body over 16 MiB', 'A batch of more than 16 MiB is 413, and nothing of it is kept.'],
  'NOTIFY-106': ['blank lines', 'Blank lines are no envelopes: they have no index and no result.'],
  'NOTIFY-107': ['results as NDJSON', 'With Accept: application/x-ndjson the results are one a line.'],
  'NOTIFY-108': ['order', 'The envelopes of one session are kept in the order of the batch.'],
  'NOTIFY-109': [
    'not a batch',
    'A JSON body that is no array, or no JSON as a whole, is 400, and nothing of it is kept.',
  ],
  'NOTIFY-110': [
    'batch: token, media type, method',
    'A batch without token is 401, of another media type 415, by another method 405 with Allow: POST.',
  ],
  'NOTIFY-111': [
    'batch: strict',
    'In strict mode every line is checked for a known session and for plan_file.',
  ],

  'NOTIFY-120': [
    'event shape',
    'Subscribers see notify_* {notify: {type, eventId?, occurredAt?, payload}} with what was sent, and nothing that was not.',
  ],
  'NOTIFY-121': ['raw on no stream', 'raw is on no stream and in no list of events.'],
  'NOTIFY-122': ['raw route', 'GET …/events/:seq/raw gives raw as text/plain, and 404 where none was sent.'],
  'NOTIFY-123': [
    'inner fields',
    'What only the log needs (id, causeId, source, offset, tenantId) is not on the wire.',
  ],
  'NOTIFY-124': [
    'order of a notify',
    'The notify_* event comes first; what follows from it comes after it, numbered without a gap.',
  ],

  'NOTIFY-130': ['session-start', 'session-start makes the session ready.'],
  'NOTIFY-131': [
    'user-prompt-submit',
    'user-prompt-submit gives turn_started and user_message with the prompt, which is then in the history.',
  ],
  'NOTIFY-132': [
    'approval-requested',
    'approval-requested gives permission_requested and attention_raised, and the session waits.',
  ],
  'NOTIFY-133': [
    'approval-response',
    'approval-response gives approval_resolved for the pending request and attention_cleared, and the session runs.',
  ],
  'NOTIFY-134': [
    'agent-turn-complete',
    'agent-turn-complete gives turn_complete with the last message as finalText, and the session is ready.',
  ],
  'NOTIFY-135': [
    'turn-aborted',
    'turn-aborted, and turn-cancelled, give turn_complete with stopReason aborted.',
  ],
  'NOTIFY-136': ['turn-failed', 'turn-failed gives turn_error with code AGENT_ERROR and its message.'],
  'NOTIFY-137': ['session-end', 'session-end makes the session inactive.'],
  'NOTIFY-138': [
    'thread-id',
    'A thread-id becomes an alias of the session in the namespace codex, and its agentType is codex.',
  ],
  'NOTIFY-139': [
    'any can be first',
    'Each of the types of Codex may be the first that is heard of a session.',
  ],
})

export type NotifyRequirement = keyof typeof NOTIFY
