import type { Draft, JsonObject } from '@signalbox/protocol'
import { type Cleaned, type Part, SAID_BY_PERSON, type TaskNotice } from '@signalbox/protocol/clean'
import { digest } from './digest.js'
import { notificationDraft } from './notification.js'

type MachinePart = Exclude<Part, { kind: 'text' | 'command' | 'shell' }>

/** How a notification is called that stood in the place of a prompt. */
const NOTIFICATION_TYPES: Readonly<Record<MachinePart['kind'], string>> = {
  task: 'task_notification',
  peer: 'peer_message',
  output: 'command_output',
  notice: 'notice',
  context: 'notice',
}

/**
 * What a prompt really was: the words of the person in it, if there are any, and what the agent's own machinery said in
 * their place. `raw` is the prompt before it was cleaned. Pure.
 */
export function spoken(prompt: Draft, cleaned: Cleaned, raw?: string): Draft[] {
  const machine = cleaned.parts.filter(isMachine)
  const words = cleaned.parts.filter(({ kind }) => SAID_BY_PERSON[kind])
  const told = machine.filter(({ kind, text }) => kind !== 'context' && text.trim() !== '')
  if (words.length > 0 || machine.length === 0) {
    const content = told.length === 0 ? cleaned.text : words.map(({ text }) => text).join('\n\n')
    return [...notices(prompt, told, raw), { ...prompt, data: { ...prompt.data, content } }]
  }
  // Nobody said anything; that the agent was told something is still worth an event, and the raw text one to stand by.
  return notices(prompt, told.length > 0 ? told : [{ kind: 'context', tag: '', text: cleaned.text }], raw)
}

/** The event of each background task a text tells of. */
export function taskDrafts({ source }: Draft, parts: readonly Part[]): Draft[] {
  return parts
    .filter((part) => part.kind === 'task')
    .map(({ task }) => ({
      type: 'task_notification',
      source,
      data: { ...task } as JsonObject,
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

function notices(prompt: Draft, parts: readonly MachinePart[], raw: string | undefined): Draft[] {
  return parts.flatMap((part, index) => {
    const notice = notificationDraft({
      source: prompt.source,
      message: part.text,
      notificationType: NOTIFICATION_TYPES[part.kind],
    })
    // In a text of several, which of it was this one cannot be told; the whole is kept beside the first.
    if (raw !== undefined && parts.length === 1) notice.data = { ...notice.data, raw_message: raw }
    if (part.kind === 'task')
      return [{ ...notice, fact: taskFact('agent_notification', part.task) }, ...taskDrafts(prompt, [part])]
    return [prompt.fact === undefined ? notice : { ...notice, fact: `${prompt.fact}|notice|${index}` }]
  })
}

function isMachine(part: Part): part is MachinePart {
  return !SAID_BY_PERSON[part.kind]
}
