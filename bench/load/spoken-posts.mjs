import { PLAIN } from '../cleaner/texts.mjs'
import { notifyPost, ZEROS } from './event-text.mjs'

/** @typedef {import('./event-text.mjs').Post} Post */

const TASK = `<task-notification>
<task-id>b${ZEROS}</task-id>
<status>completed</status>
<summary>Background command &quot;npm run build&quot; completed (exit code 0)</summary>
<result>All 412 modules were built without a warning. The bundle is 290 KB, 88 KB compressed.</result>
</task-notification>
Read the output file to retrieve the result: /tmp/tasks/b27a792.output`
const REMINDER = '<system-reminder>\nThe task tools have not been used recently.\n</system-reminder>\n'

/**
 * What agents tell all day, with texts as long as they usually are: three answers of Codex, one prompt; a notification, a
 * prompt and a task in the background of Claude Code.
 * @type {readonly ((session: string) => Post)[]}
 */
const POSTS = [
  (session) => answer(session, 300),
  (session) => answer(session, 1500),
  (session) => answer(session, 6000),
  (session) =>
    codex(session, {
      type: 'user-prompt-submit',
      prompt: prose(400),
      'thread-id': session,
      'turn-id': ZEROS,
    }),
  (session) =>
    claude(session, {
      hook_event_name: 'Notification',
      message: 'Claude needs your permission to use Bash',
      notification_type: 'permission_prompt',
    }),
  (session) => claude(session, { hook_event_name: 'UserPromptSubmit', prompt: `${REMINDER}${prose(400)}` }),
  (session) => claude(session, { hook_event_name: 'UserPromptSubmit', prompt: TASK }),
]

/** What the connection of this number says. @param {string} session @param {number} index */
export function spokenPost(session, index) {
  const make = POSTS[index % POSTS.length]
  if (!make) throw new Error('there is nothing to say')
  return make(session)
}

/** @param {string} session @param {number} length */
function answer(session, length) {
  return codex(session, {
    type: 'agent-turn-complete',
    'input-messages': ['Fix the retry loop'],
    'last-assistant-message': PLAIN.code?.(length) ?? '',
    'thread-id': session,
    'turn-id': ZEROS,
  })
}

/** @param {string} session @param {object} payload */
function codex(session, payload) {
  return notifyPost(session, JSON.stringify({ session_id: session, event_id: `bench:${ZEROS}`, payload }))
}

/** @param {string} session @param {object} payload @returns {Post} */
function claude(session, payload) {
  const common = { session_id: `claude-${session}`, transcript_path: `/tmp/${ZEROS}.jsonl`, cwd: '/tmp' }
  const body = JSON.stringify({ ...common, ...payload })
  return { path: '/hooks/claude', body, taken: { start: 'HTTP/1.1 200', end: '{}' } }
}

/** @param {number} length */
function prose(length) {
  return PLAIN.prose?.(length) ?? ''
}
