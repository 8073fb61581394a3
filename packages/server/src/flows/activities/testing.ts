import type { ActivityId } from '@signalbox/protocol/flow'
import type { ActivityOutcome, ActivityTask } from '../activity-runner.js'

/** A task for an activity of the trigger `plan-created`, for an event that says `summary`. */
export function testTask(activityId: ActivityId, more: Partial<ActivityTask> = {}): ActivityTask {
  return {
    deliveryId: 'ev-1/plan-created/0',
    tenantId: 'local',
    triggerId: 'plan-created',
    activityId,
    config: {},
    sessionId: 'nobody',
    eventId: 'manual:1',
    fields: new Map([
      ['type', 'notify_new_plan'],
      ['summary', 'All "done"'],
    ]),
    attempt: 1,
    begunBefore: false,
    ...more,
  }
}

/** The outcome of something that did not work; throws where it did. */
export function failure(outcome: ActivityOutcome): Extract<ActivityOutcome, { ok: false }> {
  if (outcome.ok) throw new Error(`it was done: ${JSON.stringify(outcome)}`)
  return outcome
}

/** What comes of it in the end: what is for a busy agent is tried again when that is free. */
export async function inTheEnd(run: () => Promise<ActivityOutcome>): Promise<ActivityOutcome> {
  for (;;) {
    const outcome = await run()
    if (outcome.ok || !outcome.busy) return outcome
    await outcome.busy.over
  }
}
