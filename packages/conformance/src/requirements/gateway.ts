import { requirementsOf } from '../requirement.js'

/**
 * The session gateway. 0xx connecting and leaving, 1xx frames and errors, 2xx one per client message (the rule is its
 * name), 3xx joining and replay, 4xx events: form, order, who hears them, 5xx states, 6xx driving an agent: turns,
 * 629 to 640 requests, 64x what it does beside talking, 65x autonomy, 66x settings, 67x joining in the middle, 68x interface,
 * 69x restarts; 7xx limits, 8xx the same events over REST and SSE.
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
    'A rename, archive, unarchive, pause or resume that changes nothing is answered all the same, and makes no event.',
  ],
  'GATEWAY-217': ['permission', 'The identity of the token may send every message that is served.'],
  'GATEWAY-218': [
    'run_turn',
    'run_turn is answered by turn_started with the turnId, and the clientTurnId where one was given.',
  ],
  'GATEWAY-219': ['stop_turn', 'stop_turn is answered by stop_acknowledged with the turnId.'],
  'GATEWAY-220': [
    'steer',
    'steer is answered by steer_sent with steerId and content, when the agent has it.',
  ],
  'GATEWAY-221': [
    'answer_question',
    'answer_question is answered by question_resolved with answers, dismissed and by, and the agent has the answers.',
  ],
  'GATEWAY-222': [
    'respond_permission',
    'respond_permission is answered by approval_resolved with approved, by, and message and remember where given; the agent is told.',
  ],
  'GATEWAY-223': [
    'list_requests',
    'list_requests is answered by request_list: of every status or of one, over all sessions, longest waiting first, with how each ended.',
  ],
  'GATEWAY-224': [
    'list_attention',
    'list_attention is answered by attention_list: what needs a person now, or with status cleared what did.',
  ],
  'GATEWAY-225': ['switch_mode', 'switch_mode is answered by mode_switched.'],
  'GATEWAY-226': ['set_autonomy_profile', 'set_autonomy_profile is answered by autonomy_profile_updated.'],
  'GATEWAY-227': [
    'update_session_settings',
    'update_session_settings is answered by session_settings_updated; settings that are not named stay.',
  ],
  'GATEWAY-228': ['pause_session', 'pause_session is answered by session_paused with paused true.'],
  'GATEWAY-229': ['resume_session', 'resume_session is answered by session_resumed with paused false.'],
  'GATEWAY-230': [
    'get_gateway_state',
    'get_gateway_state is answered by gateway_state: running or paused, and since when.',
  ],
  'GATEWAY-231': [
    'pause_gateway',
    'pause_gateway is answered by gateway_state paused with pausedAt, the same when it was paused already.',
  ],
  'GATEWAY-232': [
    'resume_gateway',
    'resume_gateway is answered by gateway_state running with resumedAt, the same when it ran already.',
  ],

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
    'session_created, _updated, _archived, _unarchived, _paused, _resumed and _deleted reach every connection of the tenant once, the requester with its ref.',
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
  'GATEWAY-413': [
    'every event',
    'Every event of a driven session comes on the wire, with every field the contract names for it.',
  ],
  'GATEWAY-414': [
    'gateway_state scope',
    'A change of gateway_state reaches every connection of the tenant once, the requester with its ref; who is not signed in hears nothing.',
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

  'GATEWAY-601': [
    'activation',
    'No agent is started before the first run_turn; then the session is activating, ready, and running once turn_started is told.',
  ],
  'GATEWAY-602': [
    'clientTurnId',
    'The same clientTurnId with the same text is the same turn, also at once, while it runs and when it is over: nothing starts, turn_started is told again.',
  ],
  'GATEWAY-603': [
    'clientTurnId conflict',
    'A clientTurnId that was used with another text gets Conflict naming clientTurnId.',
  ],
  'GATEWAY-604': [
    'one turn at a time',
    'run_turn while a turn runs or waits gets TurnInProgress and changes nothing.',
  ],
  'GATEWAY-605': ['next turn', 'run_turn is accepted from the moment turn_complete is sent.'],
  'GATEWAY-606': [
    'prompt',
    'user_message with the prompt and via ws follows turn_started before anything the agent does; a steer makes one too.',
  ],
  'GATEWAY-607': [
    'whole turn',
    'A turn is told from turn_started to its end without a hole in seq, and nothing of it comes outside of that.',
  ],
  'GATEWAY-608': [
    'message_complete',
    'message_complete is one per segment of text: cut before every tool call, request and turn end and at 256 KiB, never empty, and what its text_deltas said.',
  ],
  'GATEWAY-609': [
    'finalText',
    'turn_complete.finalText is all text_delta of the turn together, and all message_complete.',
  ],
  'GATEWAY-610': [
    'finalText over 1 MiB',
    'finalText has at most 1 MiB; then truncated is true and bytes says how long the answer was.',
  ],
  'GATEWAY-611': [
    'durability',
    'A durable event is in get_events, over REST and in every replay as it was heard; an ephemeral one in none of them.',
  ],
  'GATEWAY-612': [
    'gap ephemeral',
    'A replay tells the numbers of ephemeral events by gap with reason ephemeral, in their place, one for each run of them.',
  ],
  'GATEWAY-613': [
    'steer_sent',
    'steer_sent and the user_message after it reach everyone who joined, are kept, and come before the answer of the agent.',
  ],
  'GATEWAY-614': [
    'stop',
    'A stopped turn is told by stop_acknowledged, then turn_complete with the text so far and stopReason user_stopped, then session_state ready, reason user_stopped.',
  ],
  'GATEWAY-615': ['nothing to stop', 'stop_turn and steer without a running turn get NoActiveTurn.'],
  'GATEWAY-616': [
    'stop twice',
    'A second stop_turn is answered by the first stop_acknowledged, or by NoActiveTurn when the turn has ended.',
  ],
  'GATEWAY-617': [
    'AGENT_ERROR',
    'A turn that fails ends with turn_error AGENT_ERROR, right before session_state error.',
  ],
  'GATEWAY-618': [
    'AGENT_DISCONNECTED',
    'A turn whose agent is gone ends with turn_error AGENT_DISCONNECTED, right before session_state error.',
  ],
  'GATEWAY-619': ['after an error', 'After a turn_error the next run_turn activates the session again.'],
  'GATEWAY-620': [
    'not to be driven',
    'run_turn for an agent nobody declared, and every command for an agent that is only watched, gets AgentUnavailable.',
  ],
  'GATEWAY-621': ['delete while running', 'delete_session while a turn runs gets TurnInProgress.'],
  'GATEWAY-622': [
    'thread naming',
    'After its first turn a session without a name has one: thread.name_delta, thread.name_complete, session_updated.',
  ],
  'GATEWAY-623': ['name of a person', 'A name that a person gave is never replaced.'],
  'GATEWAY-624': [
    'waiting is no silence',
    'agentSilenceMs counts only while nobody is waited for: an agent that waits longer for an answer is not given up.',
  ],
  'GATEWAY-625': [
    'paused session',
    'run_turn in a paused session gets Paused, thread is paused, and starts nothing; a turn that runs goes on to its end.',
  ],
  'GATEWAY-626': [
    'archived session',
    'run_turn in an archived session gets InvalidTransition and starts nothing, until it is brought back.',
  ],
  'GATEWAY-627': [
    'paused gateway',
    'While the gateway is paused run_turn gets Paused, paused, in every session; what runs goes on, can be steered, answered and stopped, and events are taken.',
  ],
  'GATEWAY-629': [
    'requests of deleted sessions',
    'delete_session takes its requests and attention with it: no list on /ws or over REST has them afterwards.',
  ],
  'GATEWAY-630': [
    'expired',
    'A request nobody answers for requestExpiryMs ends by request_closed with reason expired and attention_cleared, the agent goes on, and a late answer gets RequestAlreadyResolved with outcome expired.',
  ],
  'GATEWAY-631': [
    'request',
    'A request is told by permission_requested or question_requested, session_state waiting and attention_raised; answered, by attention_cleared and session_state running.',
  ],
  'GATEWAY-632': [
    'first answer',
    'Of several answers to a request the first counts; every other gets RequestAlreadyResolved with by, at and outcome.',
  ],
  'GATEWAY-633': [
    'answers over REST',
    'POST /api/requests/:id/respond answers a request as the messages of /ws do; whichever is first counts, the other is told by whom.',
  ],
  'GATEWAY-634': [
    'RequestNotFound',
    'An answer to a request that does not exist, or is of another session, gets RequestNotFound.',
  ],
  'GATEWAY-635': [
    'wrong kind',
    'answers for a permission, or approved for questions, get INVALID_MESSAGE naming that field, and the request still waits.',
  ],
  'GATEWAY-636': [
    'bad answers',
    'Answers that do not fit the questions get INVALID_MESSAGE naming answers.<id>, and the request still waits.',
  ],
  'GATEWAY-637': [
    'withdrawn',
    'A request whose turn is stopped ends by request_closed with reason withdrawn and attention_cleared, before the end of the turn.',
  ],
  'GATEWAY-638': [
    'pending in snapshots',
    'Every snapshot has the requests that wait, with all that was asked, and the attention they raised.',
  ],
  'GATEWAY-639': [
    'ends of answers',
    'approval_resolved and question_resolved reach everyone who joined, with by.',
  ],
  'GATEWAY-640': ['denied or dismissed', 'A no and a dismissal reach the agent, and the turn goes on.'],
  'GATEWAY-641': [
    'tools',
    'A tool call is told by tool_call_start, tool_call_delta, tool_call, and tool_result, with tool_error before it where it failed.',
  ],
  'GATEWAY-642': ['thinking', 'Thinking is told by thinking_start, thinking_progress and thinking_complete.'],
  'GATEWAY-643': [
    'terminal',
    'A command is told by terminal_stream and terminal_complete with the exitCode, each with the toolCallId of its call.',
  ],
  'GATEWAY-644': [
    'plan',
    'A plan is told by plan_created, plan_step_started, plan_step_completed and plan_revised, all with its planId.',
  ],
  'GATEWAY-645': [
    'usage',
    'usage_update and usage_context tell what the turn used so far and how full the context is.',
  ],
  'GATEWAY-646': ['file_changed', 'file_changed tells path, iteration and size of a file the agent wrote.'],
  'GATEWAY-651': [
    'recommended',
    'With recommended, reading is answered by the rule at once: by autonomy, without waiting and without attention; commands are asked for.',
  ],
  'GATEWAY-652': [
    'never_ask',
    'With never_ask every permission is given and every question dismissed by the rule, and nothing waits.',
  ],
  'GATEWAY-653': ['profile while waiting', 'A profile that allows what waits answers it.'],
  'GATEWAY-654': [
    'remember',
    'An answer with remember true is given again to the same request, with rule remembered.',
  ],
  'GATEWAY-661': [
    'scope of settings',
    'mode_switched, autonomy_profile_updated and session_settings_updated reach who asked and who joined, and nobody else.',
  ],
  'GATEWAY-662': ['settings in snapshots', 'Every snapshot has mode, autonomyProfile and settings.'],
  'GATEWAY-663': ['coalesceMs', 'Pieces of a stream are gathered for coalesceMs; the text stays the same.'],
  'GATEWAY-664': ['mode', 'The agent works in the mode of the session.'],
  'GATEWAY-665': [
    'idleCloseMs',
    'An agent without work for idleCloseMs is ended: deactivating, inactive, reason idle.',
  ],
  'GATEWAY-666': [
    'settings merge',
    'update_session_settings changes the settings it names and leaves the others, in snapshots and in what they do.',
  ],
  'GATEWAY-671': [
    'running turn so far',
    'In the middle of a turn textSoFar, thinkingSoFar and toolCalls are what was told up to lastSeq.',
  ],
  'GATEWAY-672': [
    'plan in snapshots',
    'plan of a snapshot has every step as it was last told, during the turn, after it and after a restart.',
  ],
  'GATEWAY-673': [
    'usage in snapshots',
    'usage of a snapshot is what was last told, during the turn, after it and after a restart.',
  ],
  'GATEWAY-674': [
    'late join',
    'A snapshot in the middle of a turn and the live events after it are the whole turn.',
  ],
  'GATEWAY-675': [
    'turn in snapshots',
    'After the end of a turn a snapshot has no currentTurn and no pendingRequests.',
  ],
  'GATEWAY-681': [
    'interface',
    'A fenced spec block of the text is told by ui.spec_start, ui.spec_delta for each patch, and ui.spec_complete.',
  ],
  'GATEWAY-682': [
    'interface is no text',
    'Nothing of a spec block is in text_delta, message_complete or finalText.',
  ],
  'GATEWAY-683': [
    'catalogId',
    'ui.spec_start has catalogId diminuendo.chat-ui@v1; a patch is one operation of RFC 6902.',
  ],
  'GATEWAY-684': [
    'interface in the history',
    'The spec of ui.spec_complete is its patches applied, and is in metadata.uiSpecs of the answer in the history.',
  ],
  'GATEWAY-685': [
    'broken interface',
    'A block with a line that is no patch, or that is not closed when the text ends, is told by ui.spec_error, and nothing of it after that.',
  ],
  'GATEWAY-691': [
    'killed',
    'After a gateway was killed a driven session is inactive, its open turn has turn_error AGENT_DISCONNECTED, its requests are withdrawn, and the next run_turn works.',
  ],
  'GATEWAY-692': ['stopped', 'After an orderly stop the same is so.'],
  'GATEWAY-693': [
    'cursor over a restart',
    'A cursor from the middle of a turn reads all that was missed over a restart, and no number is used again.',
  ],
  'GATEWAY-694': [
    'clientTurnId over a restart',
    'A clientTurnId from before a restart is the turn it began, over or cut off: nothing starts; with another text it gets Conflict.',
  ],
  'GATEWAY-695': [
    'observed over a restart',
    'A session that is only watched keeps its state and its turn over a restart; it gets no turn_error.',
  ],
  'GATEWAY-696': [
    'stale',
    'A watched session that was active is stale in snapshots and lists after a restart until its next event, which is followed by a session_updated without stale.',
  ],
  'GATEWAY-697': [
    'observed requests over a restart',
    'What a watched agent asked before a restart ends by request_closed with reason gateway_restarted and attention_cleared, and the session waits on.',
  ],
  'GATEWAY-698': [
    'pause over a restart',
    'A gateway that was paused is paused after a restart, killed or stopped, and so is a session.',
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
  'GATEWAY-806': [
    'requests over REST',
    'GET /api/requests and GET /api/attention give what list_requests and list_attention do.',
  ],
  'GATEWAY-807': [
    'viewers',
    'GET /api/viewers gives {viewers}, each with name, since, current and the sessions it has joined; a session that is left is gone from it.',
  ],
  'GATEWAY-808': [
    'agents',
    'GET /api/agents gives {agents}, each with id, name and available; demo is among them.',
  ],
  'GATEWAY-809': [
    'answerable',
    'A pending request nobody here would pass an answer to has answerable false, and answering it gets AgentUnavailable.',
  ],
  'GATEWAY-810': [
    'pausing over REST',
    'GET /api/gateway, POST /api/gateway/pause and resume, and POST /api/sessions/:id/pause and resume do what the messages do, and answer the state or the session.',
  ],
  'GATEWAY-805': [
    'refused reads',
    'A read without token is 401, of an unknown session 404, with a bad or unknown parameter 400 naming it.',
  ],
})

export type GatewayRequirement = keyof typeof GATEWAY
