import { cutUtf8, type Draft, MAX_TEXT_BYTES } from '@signalbox/protocol'
import { type Cleaned, type Part, SAID_BY_PERSON } from '@signalbox/protocol/clean'
import { MAX_MESSAGE_BYTES, notificationDraft, rawMessage } from './notification.js'
import { taskDrafts, taskFact } from './task-drafts.js'

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
 * their place. `prompt` has the clean text already, `raw` is that before. Pure.
 */
export function spoken(prompt: Draft, cleaned: Cleaned, raw?: string): Draft[] {
  const machine = cleaned.parts.filter(isMachine)
  const words = cleaned.parts.filter(({ kind }) => SAID_BY_PERSON[kind])
  const told = machine.filter(({ kind, text }) => kind !== 'context' && text.trim() !== '')
  if (words.length > 0 || machine.length === 0) {
    if (told.length === 0) return [prompt]
    const content = cutUtf8(words.map(({ text }) => text).join('\n\n'), MAX_TEXT_BYTES)
    return [...notices(prompt, told, raw), { ...prompt, data: { ...prompt.data, content } }]
  }
  // Nobody said anything; that the agent was told something is still worth an event, and the raw text one to stand by.
  return notices(prompt, told.length > 0 ? told : [{ kind: 'context', tag: '', text: cleaned.text }], raw)
}

function notices(prompt: Draft, parts: readonly MachinePart[], raw: string | undefined): Draft[] {
  return parts.flatMap((part, index) => {
    const notice = notificationDraft({
      source: prompt.source,
      message: cutUtf8(part.text, MAX_MESSAGE_BYTES),
      notificationType: NOTIFICATION_TYPES[part.kind],
    })
    // In a text of several, which of it was this one cannot be told; the whole is kept beside the first.
    if (parts.length === 1) notice.data = { ...notice.data, ...rawMessage(raw) }
    if (part.kind === 'task')
      return [{ ...notice, fact: taskFact('agent_notification', part.task) }, ...taskDrafts(prompt, [part])]
    return [prompt.fact === undefined ? notice : { ...notice, fact: `${prompt.fact}|notice|${index}` }]
  })
}

function isMachine(part: Part): part is MachinePart {
  return !SAID_BY_PERSON[part.kind]
}
