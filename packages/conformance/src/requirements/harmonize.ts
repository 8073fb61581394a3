import { requirementsOf } from '../requirement.js'

/**
 * Harmonized texts. 00x notifications, 01x what is taken out of texts, 02x which texts, 03x what is never altered,
 * 04x tasks, 05x hooks, 06x refusals, 07x attention, 08x canonical activity, 09x its stream and the documents,
 * 10x sessions that listen to others.
 */
export const HARMONIZE = requirementsOf('003', {
  'HARMONIZE-001': [
    'agent_notification',
    'A notification is one durable agent_notification with canonical_type agent_notification, hook_event_type notification, message_intent ctrl_activity and delivery_scope CTRL.',
  ],
  'HARMONIZE-002': [
    'clean everywhere',
    'Its message has no signalling tag on /ws, over SSE, on the activity stream, in lists, in snapshots and in the history.',
  ],
  'HARMONIZE-003': [
    'raw_message',
    'raw_message is the message word for word as it was sent, and absent where nothing of it was changed or it was one of several.',
  ],
  'HARMONIZE-004': [
    'notification_type',
    'notification_type is what the agent says, and absent where it says none or what is no text.',
  ],
  'HARMONIZE-005': [
    'never dropped',
    'A notification without a message is told by its title, else by its kind, else as (system notice).',
  ],
  'HARMONIZE-006': [
    'notify notification',
    'A notify of type notification with a message is its notify_event and an agent_notification; without a message it is its notify_event alone.',
  ],
  'HARMONIZE-007': ['for everyone', 'Who has not joined the session hears its agent_notification too.'],

  'HARMONIZE-010': [
    'for the model alone',
    'Reminders, editor context and other blocks for the model alone are taken out, and what stands around them stays.',
  ],
  'HARMONIZE-011': [
    'forms of a tag',
    'A signalling tag is known with attributes, in any case, without its end, and by its end alone.',
  ],
  'HARMONIZE-012': ['unwrapped', 'Of what a command printed only the two tags go.'],
  'HARMONIZE-013': ['commands', 'A slash command reads /name args, in either order of its tags.'],
  'HARMONIZE-014': [
    'entities',
    'The entities of a parsed block are decoded once; those of any other text stay.',
  ],
  'HARMONIZE-015': [
    'control sequences',
    'Escape sequences and control characters are gone from messages, before tags are looked for.',
  ],
  'HARMONIZE-016': ['line breaks', 'CRLF is a line feed, and more than two line breaks in a row are two.'],
  'HARMONIZE-017': [
    'nothing left',
    'Where nothing would be left, the inner text is told without its tags, else (system notice).',
  ],
  'HARMONIZE-018': ['tags of Codex', 'The blocks of Codex are known as those of Claude Code are.'],

  'HARMONIZE-020': [
    'prompts',
    'A prompt is a user_message with the words of the person alone, and what machinery said in it is an agent_notification.',
  ],
  'HARMONIZE-021': [
    'nobody spoke',
    'A prompt in which no person speaks (a task, a peer, output, a notice) gives no user_message.',
  ],
  'HARMONIZE-022': ['peers', 'What another agent says is an agent_notification of type peer_message.'],
  'HARMONIZE-023': [
    'every text',
    'Last words, errors, descriptions of requests, steering and names are cleaned like prompts, whichever door they come by.',
  ],
  'HARMONIZE-024': ['raw beside it', 'The raw route of an event whose text was cleaned has it as it came.'],

  'HARMONIZE-030': [
    'other markup',
    'Markup that is no signalling tag stays as it was, to the character: generics, placeholders, HTML, names that only begin like one.',
  ],
  'HARMONIZE-031': [
    'quoted tags',
    'A signalling tag in the middle of a sentence, in quotes, in a quotation or in fenced code stays.',
  ],
  'HARMONIZE-032': [
    'pasted by a person',
    'What a person is said to have sent (origin human) stays a user_message, with a task in it that was pasted.',
  ],
  'HARMONIZE-033': ['payload', 'The payload of a notify is not altered, tags and escape sequences included.'],
  'HARMONIZE-034': ['tools', 'The arguments of tools and what they give back are not altered.'],
  'HARMONIZE-035': [
    'answers of driven agents',
    'Text deltas, segments and finalText of a driven turn are not altered, and add up.',
  ],

  'HARMONIZE-040': [
    'task_notification',
    'A background task in a text is also a task_notification with its id, status, summary, tool call, output file, result and usage.',
  ],
  'HARMONIZE-041': [
    'one task, many carriers',
    'The same task with the same status is told once, whichever and however many ways it comes.',
  ],
  'HARMONIZE-042': ['another status', 'The same task with another status is told again.'],
  'HARMONIZE-043': ['events of a task', 'Events of a task without a status are each told.'],
  'HARMONIZE-044': ['per session', 'The same task id in another session is another task.'],
  'HARMONIZE-045': [
    'text of a task',
    'The message of a task is its summary, then its event, else the beginning of its result in one line.',
  ],

  'HARMONIZE-050': [
    'hooks',
    'POST /hooks/{agent} takes every hook of that agent, and each becomes the events it means.',
  ],
  'HARMONIZE-051': [
    'no opinion',
    'A hook is answered by 200 and {}, so that the agent goes on as it would without.',
  ],
  'HARMONIZE-052': [
    'session of a hook',
    'The first hook of a session makes it: observed, with its agentType, its cwd and the session_id as alias of that agent.',
  ],
  'HARMONIZE-053': [
    'unknown hook',
    'A hook that is not known, or not as it should be, is kept as agent_unparsed with its native name and the problem.',
  ],
  'HARMONIZE-054': ['raw payload', 'The payload of a hook is on the raw route of its event, word for word.'],
  'HARMONIZE-055': ['told twice', 'The same prompt, tool call or end told twice by hooks is one event.'],
  'HARMONIZE-056': [
    'hooks and notify',
    'A turn of Codex that its hooks and its notify program tell is one turn with one prompt and one end.',
  ],
  'HARMONIZE-057': [
    'hooks that say nothing',
    'A hook that is known and says nothing to anybody leaves no event but those of its session.',
  ],

  'HARMONIZE-060': ['hook: token', 'A hook without the token is 401 unauthorized.'],
  'HARMONIZE-061': ['hook: media type', 'A hook of another media type than JSON is 415.'],
  'HARMONIZE-062': ['hook: size', 'A hook of more than 8 MiB is 413 payload_too_large.'],
  'HARMONIZE-063': [
    'hook: body',
    'A hook that is no JSON object, or nested deeper than 64 levels, is 400 invalid_request.',
  ],
  'HARMONIZE-064': [
    'hook: session_id',
    'A hook whose session_id is missing, blank, no text, too long or cannot be kept is 400 naming session_id.',
  ],
  'HARMONIZE-065': ['hook: agent', 'The hook of an agent that has none is 404 not_found naming agent.'],
  'HARMONIZE-066': ['hook: method', 'Another method than POST is 405 with Allow: POST on hooks.'],
  'HARMONIZE-067': ['hook: refused is nothing', 'A refused hook makes no session and no event.'],

  'HARMONIZE-070': [
    'attention raised',
    'permission_prompt, idle_prompt, elicitation_dialog and agent_needs_input raise attention of their kind with the clean message.',
  ],
  'HARMONIZE-071': [
    'by its sentence',
    'A notification without notification_type raises attention where its sentence says that the agent waits for a person.',
  ],
  'HARMONIZE-072': ['not raised', 'Any other notification raises no attention.'],
  'HARMONIZE-073': [
    'raised once',
    'While it stands, attention is not raised again for the same; another message of its kind takes its place.',
  ],
  'HARMONIZE-074': [
    'cleared by going on',
    'Attention from a notification is cleared, reason went_on, by the next event that shows the agent going on or ended.',
  ],
  'HARMONIZE-075': [
    'not cleared',
    'A notification that needs nobody, and what is not understood, clears nothing.',
  ],
  'HARMONIZE-076': ['late', 'A notification after the end of its session raises no attention.'],

  'HARMONIZE-080': [
    'hook to canonical',
    'Each hook is the canonical activity the table says, with the common name of the hook as hook_event_type.',
  ],
  'HARMONIZE-081': [
    'no activity',
    'session_start, session_end, error and hooks that are not known give no canonical activity.',
  ],
  'HARMONIZE-082': [
    'canonical fields',
    'Every canonical event has session_id, canonical_type, hook_event_type, timestamp, message_intent and delivery_scope, and no field that is not listed.',
  ],
  'HARMONIZE-083': [
    'tools in activity',
    'The use of a tool has tool_name and a tool_preview of one line and at most 70 characters.',
  ],
  'HARMONIZE-084': [
    'summary in activity',
    'The stop of an agent has the beginning of its answer as summary.',
  ],
  'HARMONIZE-085': [
    'notification in activity',
    'agent_notification has message, raw_message and notification_type on the activity stream as everywhere.',
  ],

  'HARMONIZE-090': [
    'activity stream',
    'GET /api/activity/stream is text/event-stream with id epoch@offset, rising, on every event, over all sessions.',
  ],
  'HARMONIZE-091': [
    'activity resume',
    'Last-Event-ID, or after, gives what came after it, replay_complete, then live; neither gives only what comes.',
  ],
  'HARMONIZE-092': [
    'activity under load',
    'A reader that is cut off again and again while events arrive has each once.',
  ],
  'HARMONIZE-093': [
    'activity filters',
    'session and types leave only that session and those canonical types.',
  ],
  'HARMONIZE-094': [
    'activity refused',
    'Without token it is 401, of an unknown session 404, with a bad cursor, type or parameter 400 naming it.',
  ],
  'HARMONIZE-095': [
    'foreign activity cursor',
    'A cursor of another log gets gap with reason epoch, then everything.',
  ],
  'HARMONIZE-096': [
    'vocabulary',
    'The vocabulary lists agent_notification among canonical_outbound_activity_events, notification in the table of hooks, and message among the optional fields.',
  ],
  'HARMONIZE-097': [
    'counted',
    '/metrics counts the texts that were cleaned and the tags that were taken out.',
  ],

  'HARMONIZE-100': [
    'listeners',
    'A session can be made a listener of another, is listed as one, each pair once, and can be removed.',
  ],
  'HARMONIZE-101': [
    'listeners refused',
    'A listener that is missing or the session itself is 400, one that does not exist 404, each naming listener; removing one that is none is 404.',
  ],
  'HARMONIZE-102': [
    'listeners are told',
    'A listener without a pane has an agent_notification, once, when the other needs somebody and when it is done, and none after it was removed.',
  ],
})

export type HarmonizeRequirement = keyof typeof HARMONIZE
