import { requirementsOf } from '../requirement.js'

/**
 * JSON-RPC over lines. 00x the form of calls, 02x how it travels, 1xx what a stream says, 2xx cursors, 3xx the gateway
 * as a whole, 4xx threads, 5xx turns, 6xx requests, 7xx items, 8xx one story on every door, 9xx pauses and restarts.
 */
export const RPC = requirementsOf('002', {
  'RPC-001': [
    'not JSON',
    'What is not JSON is -32700 with id null: under 400 by POST /rpc, a line of a stream that goes on.',
  ],
  'RPC-002': ['wrong version', "A jsonrpc other than '2.0', or none, is -32600 with id null."],
  'RPC-003': ['no method', 'A method that is absent, empty or no text is -32600 with id null.'],
  'RPC-004': ['empty body', 'POST /rpc without a body is 400 and -32600 with id null.'],
  'RPC-005': ['batches', 'An array of calls is -32600 with id null, and none of them is made.'],
  'RPC-006': ['no object', 'A text, a number, true or null is -32600 with id null.'],
  'RPC-007': [
    'unknown method',
    'A method nobody knows is -32601 Method not found under 200, with the id of the call.',
  ],
  'RPC-008': [
    'refusals',
    'What a method refuses is an error under 200 with the id of the call; where a field is at fault, data has field and reason, and reason is the message.',
  ],
  'RPC-009': [
    'no id',
    'A call without id, or with id null, is made and never answered, also when it fails or nobody knows it: 204 without a body, no line on a stream.',
  ],
  'RPC-010': [
    'ids',
    'An id is said back as it was written: a text, an empty one, a number, 0, and integers beyond 2^53.',
  ],
  'RPC-011': ['odd ids', 'An id that is an object, an array or true is -32600 with id null.'],
  'RPC-012': [
    'params',
    'Params that are absent, null, {} or [] are none; those that are no object are -32602 with the id of the call.',
  ],
  'RPC-013': [
    'large calls',
    'A call of 1 MiB is taken; a larger one is -32600 with id null, under 413 by POST /rpc, and a stream goes on.',
  ],
  'RPC-014': ['invalid UTF-8', 'Bytes that are no UTF-8 are -32700 with id null.'],
  'RPC-015': ['too deep', 'A call that is nested deeper than 64 levels is -32600 with id null.'],
  'RPC-016': ['media type', 'The answers of POST /rpc are application/json.'],
  'RPC-017': [
    'no token',
    'Without a token, or with a wrong one, POST /rpc and both streams are 401: a problem that is the error -32007 too.',
  ],
  'RPC-018': [
    'token of hooks',
    'The token of hooks opens neither POST /rpc nor a stream: 403, a problem that is the error -32007 too.',
  ],
  'RPC-019': [
    'too many wrong tokens',
    'The eleventh wrong token of an address is 429, a problem that is the error -32001 too; the right one is taken.',
  ],

  'RPC-021': [
    'other verbs',
    '/rpc takes POST and /rpc/stream takes GET and POST; others are 405 with Allow.',
  ],
  'RPC-022': [
    'accept',
    'A stream is served where Accept is absent or allows application/x-ndjson, by name, range or list; else it is 406.',
  ],
  'RPC-023': [
    'head of a stream',
    'A stream is 200 application/x-ndjson with Cache-Control no-cache, and its head comes before the first line.',
  ],
  'RPC-024': ['both ways', 'On POST /rpc/stream calls are answered while the body of the request is open.'],
  'RPC-025': [
    'end of the body',
    'When its body has ended, a stream answers every call, tells the turns it began to their end, and ends with stream/closed.',
  ],
  'RPC-026': [
    'line ends',
    'A line may end with CRLF, the last one with nothing; blank lines count for nothing.',
  ],
  'RPC-027': [
    'pieces',
    'A line may come in pieces, cut anywhere, within a character too; several may come in one piece.',
  ],
  'RPC-028': ['health', 'GET /health says status ok and the time.'],
  'RPC-029': [
    'bad query',
    'A parameter of a stream that is unknown, given twice or cannot be read is 400 with its field; a thread nobody knows is 404.',
  ],
  'RPC-030': ['keep-alive', 'A stream on which nothing happens has a blank line within 16 s.'],

  'RPC-101': [
    'every line',
    'Every line is one JSON-RPC 2.0 object; a notification has a slash-style name and params as its schema says, with seq, offset and epoch.',
  ],
  'RPC-102': [
    'order of lines',
    'Of a thread seq does not fall; an item is created once, before it is updated, and not touched when it is over; a turn starts once and ends once.',
  ],
  'RPC-103': [
    'first line',
    'A stream begins with thread/started of the current thread: the one that was last started or resumed here.',
  ],
  'RPC-104': [
    'first line of a thread',
    'A stream of one thread begins with thread/started of that thread, and thread/paused where it is paused; of a closed thread it says nothing.',
  ],
  'RPC-105': ['thread_id', 'A stream with thread_id tells of that thread alone, by any of its ids.'],
  'RPC-106': ['everyone hears', 'Everyone who reads hears every line, in the same words.'],
  'RPC-107': [
    'who left',
    'Who has gone, in the middle of a request too, hears nothing and is counted no more; others are not disturbed.',
  ],
  'RPC-108': ['at once', 'What many do at once arrives as so many whole lines.'],
  'RPC-109': [
    'own notifications first',
    'On one connection what a call sets off is told before its response.',
  ],
  'RPC-110': [
    'many calls',
    'A thousand calls on one connection, sent without reading, are each answered once, their own notifications before.',
  ],
  'RPC-111': ['stalled reader', 'A reader that stops reading delays nobody.'],
  'RPC-112': [
    'stream/closed',
    'The last line of a stream the gateway ends is stream/closed with a reason and the cursor to resume from.',
  ],
  'RPC-113': [
    'slow reader',
    'A reader that does not read is closed with reason slow; from its cursor on nothing is lost or repeated.',
  ],

  'RPC-201': [
    'session cursor',
    'With thread_id and after=epoch:seq of any line, what came after it is told without loss, then what comes; only lines of an event that was not heard to its end, and the beginning of what still grows, come again.',
  ],
  'RPC-202': [
    'log cursor',
    'With after=epoch@offset of any line, what came after it in all threads is told, as with a session cursor, then what comes.',
  ],
  'RPC-203': [
    'stream/gap',
    'A cursor of another log, or ahead of this one, is told with stream/gap and its oldest, head and epoch; then everything from oldest on.',
  ],
  'RPC-204': [
    'in the middle',
    'Who comes in the middle of a text is told what there is of it as item/created, and then how it grows.',
  ],
  'RPC-205': [
    'resume under load',
    'A stream that is resumed while things happen tells each durable line once, in order.',
  ],

  'RPC-301': [
    'holon/status',
    'holon/status says the state, how many events there are, the current thread and when; times that never were are absent.',
  ],
  'RPC-302': [
    'holon/pause',
    'holon/pause tells thread/paused of the current thread and then answers; twice it is -32603.',
  ],
  'RPC-303': [
    'holon/resume',
    'holon/resume tells thread/resumed of the current thread and then answers; while running it is success and nothing is told.',
  ],
  'RPC-304': [
    'holon/logStream',
    'holon/logStream gives a stream_id and logs; max_lines from 1 to 10000 is taken, anything else is -32602.',
  ],
  'RPC-305': ['rpc.discover', 'rpc.discover is an OpenRPC document that has every method.'],
  'RPC-306': [
    'aliases',
    'signalbox/status, pause, resume and logStream are holon/status, pause, resume and logStream.',
  ],

  'RPC-401': [
    'thread/start',
    'thread/start tells thread/started and then answers thread_id, session_id, which are the same, and started_at.',
  ],
  'RPC-402': ['new thread', 'thread/start without an id makes a new thread each time.'],
  'RPC-403': [
    'known thread',
    'thread/start with a known id is that thread; with a name nobody knows it makes one that has that name; a uuid nobody has is -32002.',
  ],
  'RPC-404': ['bad folder', 'thread/start in a folder that is not there is -32602 with field cwd.'],
  'RPC-405': ['thread/list', 'thread/list gives the threads page by page, each once.'],
  'RPC-406': [
    'thread/read',
    'thread/read gives a thread and its items as the stream told them, the newest where there is a limit.',
  ],
  'RPC-407': [
    'thread/pause',
    'thread/pause tells thread/paused; until it is resumed turn/start on it is -32603 thread is paused, and run_turn is Paused.',
  ],
  'RPC-408': [
    'thread/resume',
    'thread/resume tells thread/resumed and takes turns again, of a closed thread too.',
  ],
  'RPC-409': [
    'thread/close',
    'thread/close ends the turn that runs, tells thread/closed, and turn/start on it is -32603 thread is closed.',
  ],
  'RPC-410': ['unknown thread', 'A thread nobody knows is -32002, field thread_id.'],
  'RPC-411': ['thread/started', 'Whatever makes a session, thread/started is told of it.'],
  'RPC-412': ['thread/paused', 'Whatever pauses a thread, thread/paused is told of it.'],
  'RPC-413': ['thread/resumed', 'Whatever resumes a thread, thread/resumed is told of it.'],
  'RPC-414': ['thread/closed', 'Whatever closes or ends a thread, thread/closed is told of it.'],
  'RPC-415': [
    'ids of a thread',
    'thread_id is thread_ and the uuid of the session; every door takes it with the prefix, without, and by its other names.',
  ],

  'RPC-501': [
    'turn/start',
    'turn/start tells turn/started, then an item/created for each message, then answers turn_id, state active and started_at.',
  ],
  'RPC-502': [
    'input items',
    'Messages of the input are items, pending with role, text and parts as they were given, and completed when the agent took them.',
  ],
  'RPC-503': ['turn/completed', 'A turn that ends well is turn/completed, with started_at and completed_at.'],
  'RPC-504': [
    'turn/interrupted',
    'A turn that is stopped or fails is turn/interrupted, with a message and no completed_at.',
  ],
  'RPC-505': [
    'failed turn',
    'A turn that fails is turn/interrupted with the message Turn failed: and why, and error with its code.',
  ],
  'RPC-506': [
    'dispatch failure',
    'A turn whose agent cannot be had is -32603, and turn/started and turn/interrupted are told of it.',
  ],
  'RPC-507': [
    'input validation',
    'What is wrong with an input is -32602 with its field and reason, the first of them in order.',
  ],
  'RPC-508': [
    'thread of a turn',
    'turn/start on a thread nobody knows is -32602, field thread_id, once the input is right.',
  ],
  'RPC-509': ['one turn', 'turn/start on a thread whose turn runs is -32603.'],
  'RPC-510': [
    'turn/steer',
    'turn/steer tells an item/created for each message, then answers accepted_items and accepted_at; the agent hears it.',
  ],
  'RPC-511': [
    'not active',
    'turn/steer and turn/interrupt of a turn that is unknown, completed, failed or interrupted are -32602 turn_id is not active.',
  ],
  'RPC-512': [
    'turn/interrupt',
    'turn/interrupt tells turn/interrupted with Turn interrupted and the reason, then answers; turn_id is required.',
  ],
  'RPC-513': ['one end', 'However many stop a turn at once, it has one end.'],
  'RPC-514': ['kept text', 'Text of an input is kept as it was given; blank text counts as missing.'],
  'RPC-515': ['turn/started', 'Whatever starts a turn, turn/started is told of it with its started_at.'],

  'RPC-601': [
    'request/list',
    'request/list gives what agents wait for, of all threads or of one, until it is answered.',
  ],
  'RPC-602': [
    'request/respond',
    'request/respond answers a permission or questions, and the agent goes on with that.',
  ],
  'RPC-603': [
    'already resolved',
    'An answer that comes late is -32003, with by, at and decision of the first.',
  ],
  'RPC-604': ['unknown request', 'A request nobody asked is -32002.'],
  'RPC-605': ['bad answer', 'An answer that does not fit its request is -32602 with its field.'],
  'RPC-606': ['item/deleted', 'A request that is withdrawn is told as item/deleted.'],

  'RPC-701': [
    'item/created',
    'Whatever the agent says or does is told as item/created: message, reasoning, tool_call, command, file_change, plan, request, notification.',
  ],
  'RPC-702': [
    'item/updated',
    'Text and output that grow are told as item/updated, each with all there is so far, the last with its final status.',
  ],
  'RPC-703': ['text of a message', 'The text of a message only grows, and ends as the agent said it.'],
  'RPC-704': [
    'results of tools',
    'A tool_call or command has its result with the last update, which is failed where the tool failed.',
  ],
  'RPC-705': ['plan', 'A plan is one item; each update has all of its steps.'],
  'RPC-706': [
    'notifications of agents',
    'What an agent or a notify client notes is an item of type notification, with the clean message.',
  ],
  'RPC-707': ['ids of items', 'An item has the same id on every stream, in a replay and in thread/read.'],
  'RPC-708': ['open items', 'Nothing of a turn is open when its end is told.'],

  'RPC-801': [
    'same story',
    'A turn that is watched on /ws and on /rpc/stream is the same transcript: messages, tools with results, plan, requests with outcome, end.',
  ],
  'RPC-802': [
    'both doors',
    'A turn started on /ws is steered and interrupted here, one started here is stopped there, under the same turn_id.',
  ],

  'RPC-901': [
    'pause on every door',
    'A paused gateway starts no turn: turn/start is -32603 paused, run_turn is Paused; events are taken in and told.',
  ],
  'RPC-902': ['pause is kept', 'A gateway that was paused is so after a restart, with the current thread.'],
  'RPC-903': [
    'restart',
    'A turn that a killed gateway left is told as turn/interrupted after it starts again, from the cursor of who read it too.',
  ],
  'RPC-904': ['shutdown', 'A gateway that stops ends every stream with stream/closed, reason shutdown.'],
  'RPC-905': [
    'deleted thread',
    'A stream of a thread that is deleted ends with stream/closed, reason deleted.',
  ],
  'RPC-906': [
    'pause from elsewhere',
    'A pause and a resume by /ws are told here, and one from here on /ws as gateway_state.',
  ],
})

export type RpcRequirement = keyof typeof RPC
