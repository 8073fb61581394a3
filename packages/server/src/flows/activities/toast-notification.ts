import { cutUtf8, SignalboxError, TOAST_LEVELS } from '@signalbox/protocol'
import { clean } from '@signalbox/protocol/clean'
import { type FlowFields, renderActivity } from '@signalbox/protocol/flow'
import { redact, redactField } from '@signalbox/protocol/log-record'
import type { Log } from '../../log/log.js'
import type { ActivityOutcome, ActivityRunner, ActivityTask } from '../activity-runner.js'
import { failed, refusal } from './outcomes.js'

const source = { agent: 'signalbox', via: 'flow' }
/** More is no notice, and nobody reads it in a corner of a page. */
const MAX_BYTES = 4096

/** Shows a notice to everybody: an event of the session it is about. The same twice is one event. */
export function toastNotification({ log }: { log: Pick<Log, 'commit'> }): ActivityRunner {
  return {
    concurrency: 8,
    afterCrash: 'again',
    run: (task) => toast(log, task).catch(refusal),
  }
}

async function toast(log: Pick<Log, 'commit'>, task: ActivityTask): Promise<ActivityOutcome> {
  const { level: named, message: rendered } = renderActivity(task.activityId, task.config, {
    ...task,
    fields: withoutSecrets(task.fields),
  })
  // Cleaned first: what is between the letters of a token would hide it.
  const message = cutUtf8(redact(clean(String(rendered ?? '')).text), MAX_BYTES).trim()
  if (message === '') return failed('the message is empty')
  const level = TOAST_LEVELS.find((known) => known === named)
  if (level === undefined) return failed(`level must be one of ${TOAST_LEVELS.join(', ')}`)
  const { tenantId, sessionId, deliveryId, triggerId } = task
  try {
    const { first } = await log.commit({
      tenantId,
      session: { by: 'id', id: sessionId },
      eventId: `flow:${deliveryId}`,
      drafts: [{ type: 'toast', source, data: { level, message, triggerId, deliveryId } }],
    })
    return { ok: true, response: { level, message, ...(first ? { event_id: first.id } : {}) } }
  } catch (error) {
    // It was shown by an attempt nobody heard the end of, in other words: the flow was changed since.
    if (error instanceof SignalboxError && error.kind === 'conflict') return { ok: true }
    throw error
  }
}

/** Everybody sees a toast, and so does whoever reads what became of it. */
function withoutSecrets(fields: FlowFields): FlowFields {
  return new Map(Array.from(fields, ([name, value]) => [name, redactField(name, value)]))
}
