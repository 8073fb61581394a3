import type { Draft, Fault } from '@signalbox/protocol'
import { activityFaults } from '@signalbox/protocol/harmonize'
import { NOTIFICATION_FIELDS, rawMessage } from './notification.js'
import { taskDrafts, taskFact } from './task-drafts.js'
import type { ReadText } from './told-draft.js'

/** What only the log knows of an event, as it will be. */
const GIVEN_BY_THE_LOG = { session_id: 'a session', timestamp: '1970-01-01T00:00:00Z' }

/**
 * A notification as it goes to the log: with the fields every one has, what it was before it was cleaned, and the tasks
 * it tells of. Its faults are left out of it and told apart: whatever is wrong, a person gets the message. Pure.
 */
export function notified(
  draft: Draft,
  { cleaned: { parts }, raw }: ReadText,
): { drafts: Draft[]; faults: Fault[] } {
  // What it was before is ours to say.
  const { raw_message: _raw, ...told } = draft.data ?? {}
  const faults = activityFaults({ ...GIVEN_BY_THE_LOG, ...NOTIFICATION_FIELDS, ...told })
  const wrong = new Set(faults.map(({ path }) => path))
  const sound = Object.entries(told).filter(([name]) => !wrong.has(name))
  const data = {
    ...Object.fromEntries(sound),
    message: told.message ?? '',
    ...NOTIFICATION_FIELDS,
    ...rawMessage(raw),
  }
  const notice: Draft = { ...draft, data }
  const tasks = parts.filter((part) => part.kind === 'task')
  const [task] = tasks
  const alone = task && tasks.length === 1 && parts.every(({ kind }) => kind === 'task' || kind === 'context')
  if (alone) notice.fact = taskFact('agent_notification', task.task)
  return { drafts: [notice, ...taskDrafts(draft, tasks)], faults }
}
