import { cutUtf8, type Draft, type JsonObject } from '@signalbox/protocol'
import type { Part, TaskNotice } from '@signalbox/protocol/clean'
import { digest } from './digest.js'

/** How much of what a task came to an event holds; what came is kept whole beside the first event made of it. */
const MAX_RESULT_BYTES = 64 * 1024

/** The event of each background task a text tells of. */
export function taskDrafts({ source }: Draft, parts: readonly Part[]): Draft[] {
  return parts
    .filter((part) => part.kind === 'task')
    .map(({ task }) => ({
      type: 'task_notification',
      source,
      data: bounded(task),
      fact: taskFact('task_notification', task),
    }))
}

/**
 * The same notice reaches us in several ways; task and status tell that it is the same. A task that only reports has no
 * status and reports more than once: there it is what it says.
 */
export function taskFact(what: string, task: TaskNotice): string {
  const { taskId, status, summary, event = '' } = task
  const said = status === undefined ? ['says', summary, event] : ['is', status]
  return `${what}|${digest([taskId, ...said])}`
}

function bounded({ result, ...task }: TaskNotice): JsonObject {
  return result === undefined ? { ...task } : { ...task, result: cutUtf8(result, MAX_RESULT_BYTES) }
}
