import { requirementsOf } from '../requirement.js'

/**
 * The session gateway. 0xx connecting and leaving, 1xx frames and errors, 2xx one per client message (the rule is its
 * name), 3xx joining and replay, 4xx events: form, order, who hears them, 5xx states of observed sessions, 7xx limits,
 * 8xx the same events over REST and SSE.
 */
export const GATEWAY = requirementsOf('004', {
  'GATEWAY-001': ['welcome', 'The first frame is welcome with protocolVersion 2 and requiresAuth.'],
  'GATEWAY-002': [
    'connected',
    'The second frame is connected with a clientId of this connection alone, heartbeatIntervalMs 30000 and ts.',
  ],
  'GATEWAY-003': [
    'before authentication',
    'Without --dev every message but authenticate gets NOT_AUTHENTICATED until a token was accepted.',
  ],
  'GATEWAY-004': [
    'authenticate',
    'authenticate with the token is answered by authenticated with identity {userId, email, tenantId} and protocolVersion.',
  ],
  'GATEWAY-005': [
    'wrong token',
    'authenticate with another token gets AUTH_FAILED; the third time the connection is closed with 4401.',
  ],
  'GATEWAY-006': [
    'too many wrong tokens',
    'After ten wrong tokens from one address the next gets AUTH_RATE_LIMITED with retryAfterMs; the right token still passes.',
  ],
  'GATEWAY-007': ['bearer', 'An upgrade with Authorization: Bearer and the token is authenticated unasked.'],
  'GATEWAY-008': ['wrong bearer', 'An upgrade with another bearer token is refused with 401.'],
  'GATEWAY-009': [
    'versions',
    'authenticated.protocolVersion is the highest version both sides speak; without protocolVersions it is 1.',
  ],
  'GATEWAY-010': [
    'no common version',
    'protocolVersions without a common version get ProtocolVersionMismatch, and the connection is closed with 4401.',
  ],
  'GATEWAY-011': [
    '--dev',
    'With --dev requiresAuth is false and authenticated comes unasked: dev-user-001, developer@example.com, tenant dev.',
  ],
  'GATEWAY-012': [
    'origin and host',
    'An upgrade with a foreign Origin or a foreign Host is refused with 403.',
  ],
  'GATEWAY-013': ['address', 'An upgrade at another path is 404, with a naming that does not exist 400.'],
  'GATEWAY-014': ['heartbeat', 'Every connection gets a heartbeat every 30 s, joined or not.'],
  'GATEWAY-015': [
    'shutdown',
    'A gateway that is told to stop sends server_shutdown with reason and ts to every connection, then closes with 1012.',
  ],

  'GATEWAY-101': ['ref of a reply', 'A reply carries the ref of its message, text or number, unchanged.'],
  'GATEWAY-102': ['ref of an error', 'An error carries the ref of the message it is about.'],
  'GATEWAY-103': ['not JSON', 'A frame that is not JSON, or binary, gets INVALID_JSON.'],
  'GATEWAY-104': [
    'no message',
    'JSON that is no object, has no type or an unknown one gets INVALID_MESSAGE, field type where it is at fault.',
  ],
  'GATEWAY-105': [
    'bad field',
    'A message with a missing, wrong or unknown field gets INVALID_MESSAGE naming that field.',
  ],
  'GATEWAY-106': ['private errors', 'An error goes to the offender alone, and its connection stays usable.'],
  'GATEWAY-107': [
    'later messages',
    'A message of the contract that is not served yet gets NotImplemented, not INVALID_MESSAGE.',
  ],
  'GATEWAY-108': ['clean errors', 'An error says no stack, no path and no token.'],
  'GATEWAY-109': ['depth', 'A message nested deeper than 64 levels gets INVALID_MESSAGE.'],
  'GATEWAY-110': [
    'unknown session',
    'Every message that names a session gets SessionNotFound when there is none of that id.',
  ],

  'GATEWAY-201': ['ping', 'ping is answered by pong with its ts as clientTs, and serverTs.'],
  'GATEWAY-202': [
    'list_sessions',
    'list_sessions is answered by session_list, newest first, page by page with limit and next as cursor.',
  ],
  'GATEWAY-203': [
    'list_sessions',
    'session_list leaves archived sessions out unless includeArchived is true.',
  ],
  'GATEWAY-204': [
    'create_session',
    'create_session is answered by session_created: seq 1, inactive, not archived, with the given agentType and name.',
  ],
  'GATEWAY-205': [
    'create_session',
    'A session is made with the given cwd, or with a folder of its own where none is given.',
  ],
  'GATEWAY-206': ['rename_session', 'rename_session is answered by session_updated with the new name.'],
  'GATEWAY-207': ['archive_session', 'archive_session is answered by session_archived with archived true.'],
  'GATEWAY-208': [
    'unarchive_session',
    'unarchive_session is answered by session_unarchived with archived false.',
  ],
  'GATEWAY-209': [
    'delete_session',
    'delete_session is answered by session_deleted; afterwards the session is SessionNotFound at every door.',
  ],
  'GATEWAY-210': ['delete_session', 'A notify for a deleted session opens a new one instead of reviving it.'],
  'GATEWAY-211': [
    'join_session',
    'join_session is answered by state_snapshot, what is asked to be replayed, replay_complete, then live events.',
  ],
  'GATEWAY-212': [
    'leave_session',
    'leave_session has no answer; afterwards no event of the session topic arrives.',
  ],
  'GATEWAY-213': [
    'get_history',
    'get_history is answered by history: the newest items, oldest first, at most limit (1–100), next goes into before.',
  ],
  'GATEWAY-214': [
    'get_events',
    'get_events is answered by events: kept events after afterSeq, at most limit (1–1000), next goes into afterSeq.',
  ],
  'GATEWAY-215': [
    'get_events',
    'get_events with types gives events of those types only; either name of a twin is known.',
  ],
  'GATEWAY-216': [
    'no change',
    'A rename, archive or unarchive that changes nothing is answered all the same, and makes no event.',
  ],
  'GATEWAY-217': ['permission', 'The identity of the token may send every message that is served.'],

  'GATEWAY-301': [
    'state_snapshot',
    'state_snapshot has session, currentTurn, recentHistory, subscriberCount, sandbox, lastSeq, epoch, pendingRequests, plan and usage.',
  ],
  'GATEWAY-302': [
    'running turn',
    'While a turn runs, currentTurn names it and stream_snapshot follows the snapshot; else currentTurn is null and there is none.',
  ],
  'GATEWAY-303': ['no cursor', 'Without afterSeq nothing is replayed; replay_complete follows the snapshot.'],
  'GATEWAY-304': [
    'afterSeq 0',
    'afterSeq 0 replays every kept event in order, without a hole that is not told by gap.',
  ],
  'GATEWAY-305': ['afterSeq', 'With afterSeq n only events with a seq above n are replayed.'],
  'GATEWAY-306': [
    'replay_complete',
    'replay_complete ends every join with lastSeq, the head the snapshot was taken at, and the epoch.',
  ],
  'GATEWAY-307': [
    'another epoch',
    'A cursor of another epoch is told by gap with reason epoch, then everything kept is replayed.',
  ],
  'GATEWAY-308': [
    'ahead of the head',
    'A cursor ahead of the head is told by gap with reason epoch, then everything kept is replayed.',
  ],
  'GATEWAY-309': [
    'join under load',
    'A join while events arrive misses none and repeats none between replay and live.',
  ],
  'GATEWAY-310': [
    'resume under load',
    'A client that is cut off while events arrive and resumes from its last seq and epoch has every event once.',
  ],
  'GATEWAY-311': [
    'sessionIds',
    'join_session takes up to 100 sessionIds, each with snapshot and replay_complete; none is joined when one is unknown.',
  ],
  'GATEWAY-312': ['recentHistory', 'recentHistory has the last 50 items at most, oldest first.'],
  'GATEWAY-313': [
    'session ids',
    'A session id is its uuid, thread_ and that uuid, or an alias; never the display name.',
  ],
  'GATEWAY-314': [
    'restart',
    'After a restart the epoch is the same, and a cursor from before resumes without loss and without a used number.',
  ],
  'GATEWAY-315': [
    'pendingRequests',
    'A request that waits is in pendingRequests of the snapshot, and gone from it once answered.',
  ],
  'GATEWAY-316': ['subscriberCount', 'subscriberCount counts the connections joined, this one included.'],
  'GATEWAY-317': [
    'joins',
    'join_session takes up to 100 joins, each from its own cursor and answered under its own ref, or that of the message; one refused does not keep out the others.',
  ],

  'GATEWAY-401': [
    'event form',
    'Every event of a session carries sessionId (its uuid), a whole seq and ts, beside its own fields.',
  ],
  'GATEWAY-402': [
    'turnId',
    'Every event inside a turn carries the turnId of that turn, ours: turn_ and a uuid.',
  ],
  'GATEWAY-403': ['seq', 'seq strictly rises within a session on every connection and in every list.'],
  'GATEWAY-404': ['ts', 'ts never falls within a session.'],
  'GATEWAY-405': ['registry', 'Every frame is of a type of the registry and fits its schema.'],
  'GATEWAY-406': [
    'one form',
    'An event is the same on /ws live, on /ws replayed, in get_events, over REST and over SSE.',
  ],
  'GATEWAY-407': [
    'naming',
    'A connection gets one name per event: snake_case by default, dot names with ?naming=dot or naming in authenticate; an event with one name keeps it.',
  ],
  'GATEWAY-408': [
    'lifecycle scope',
    'session_created, _updated, _archived, _unarchived and _deleted reach every connection of the tenant once, the requester with its ref.',
  ],
  'GATEWAY-409': [
    'attention scope',
    'attention_raised and attention_cleared reach every connection of the tenant.',
  ],
  'GATEWAY-410': [
    'session scope',
    'States, turns, messages, requests and notify events reach joined connections only.',
  ],
  'GATEWAY-411': ['no one else', 'A connection that is not authenticated hears no event.'],
  'GATEWAY-412': [
    'user_message',
    'user_message has itemId, content and via, and comes before what the agent says in that turn.',
  ],

  'GATEWAY-501': [
    'seven states',
    'session_state is one of the seven states and moves only along their transitions; idle is never sent.',
  ],
  'GATEWAY-502': [
    'observed',
    'An event of an observed session is never refused: the states that must have come before are put in, reason observed.',
  ],
  'GATEWAY-503': ['turn end alone', 'A turn end without a start opens and closes the turn.'],
  'GATEWAY-504': [
    'turn_error',
    'turn_error is followed by session_state error; the next turn activates the session again.',
  ],
  'GATEWAY-505': ['status', 'Every change of status is told by session_updated with the new status.'],
  'GATEWAY-506': [
    'ends of requests',
    'A request that is open when its turn ends is ended for everyone by request_closed, and attention is cleared.',
  ],

  'GATEWAY-701': [
    'frame over 1 MiB',
    'A frame of more than 1 MiB gets MESSAGE_TOO_LARGE and the connection stays; one of exactly 1 MiB is read.',
  ],
  'GATEWAY-702': ['frame over 4 MiB', 'A frame of more than 4 MiB ends the connection with 1009.'],
  'GATEWAY-703': ['rate', 'Of more than 60 messages in 10 s the ones above get RATE_LIMITED.'],
  'GATEWAY-704': ['flood', 'At 180 messages in 10 s the connection is closed with 4429.'],

  'GATEWAY-801': [
    'list over REST',
    'GET /api/sessions gives {sessions, next}, GET /api/sessions/:id one session.',
  ],
  'GATEWAY-802': [
    'events over REST',
    'GET …/events gives {events, next} from after, at most limit; NDJSON with Accept: application/x-ndjson.',
  ],
  'GATEWAY-803': [
    'SSE',
    'GET …/events/stream is text/event-stream, starts with retry, has id epoch:seq on every event, and is not buffered by proxies.',
  ],
  'GATEWAY-804': [
    'SSE resume',
    'Last-Event-ID, or ?after, resumes an event stream: what came after it, replay_complete, then live.',
  ],
  'GATEWAY-805': [
    'refused reads',
    'A read without token is 401, of an unknown session 404, with a bad or unknown parameter 400 naming it.',
  ],
})

export type GatewayRequirement = keyof typeof GATEWAY
