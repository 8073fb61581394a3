import { cutUtf8, type Draft, MAX_TEXT_BYTES } from '@signalbox/protocol'
import { type Part, SAID_BY_PERSON, type TextOrigin } from '@signalbox/protocol/clean'
import { MAX_MESSAGE_BYTES, notificationDraft, rawMessage } from './notification.js'
import { taskDrafts, taskFact } from './task-drafts.js'
import type { ReadText } from './told-draft.js'

type MachinePart = Exclude<Part, { kind: 'text' | 'command' | 'shell' }>

/** How a notification is called that stood in the place of a prompt. */
const NOTIFICATION_TYPES: Readonly<Record<MachinePart['kind'], string>> = {
  task: 'task_notification',
  peer: 'peer_message',
  output: 'command_output',
  notice: 'notice',
  context: 'notice',
}

/** Who sends a prompt that is not a person, by its origin: what its words are called then. */
const SENDERS: Readonly<Record<string, MachinePart['kind']>> = { peer: 'peer', coordinator: 'peer' }

/**
 * What a prompt really was: the words of the person in it, if there are any, and what the agent's own machinery said in
 * their place. Who sent it, as far as the agent says so, counts more than how it looks. `prompt` has the clean text
 * already. Pure.
 */
export function spoken(prompt: Draft, { cleaned, raw, origin }: ReadText): Draft[] {
  const sender = machineBehind(origin)
  const parts = sender === undefined ? cleaned.parts : cleaned.parts.map((part) => by(sender, part))
  const machine = parts.filter(isMachine)
  const words = parts.filter((part) => !isMachine(part))
  const told = machine.filter(({ kind, text }) => kind !== 'context' && text.trim() !== '')
  if (words.length > 0 || machine.length === 0) {
    if (told.length === 0) return [prompt]
    const content = cutUtf8(words.map(({ text }) => text).join('\n\n'), MAX_TEXT_BYTES)
    return [...notices(prompt, told, raw), { ...prompt, data: { ...prompt.data, content } }]
  }
  // Nobody said anything; that the agent was told something is still worth an event, and the raw text one to stand by.
  return notices(prompt, told.length > 0 ? told : [{ kind: 'context', tag: '', text: cleaned.text }], raw)
}

/** What speaks in the place of a person; undefined where a person does, or nobody says who. */
function machineBehind(origin: TextOrigin = {}): MachinePart['kind'] | undefined {
  const { kind, promptSource } = origin
  if (kind === undefined) return promptSource === 'system' ? 'notice' : undefined
  if (kind === 'human') return undefined
  return (Object.hasOwn(SENDERS, kind) ? SENDERS[kind] : undefined) ?? 'notice'
}

function by(kind: MachinePart['kind'], part: Part): Part {
  return isMachine(part) ? part : ({ kind, tag: '', text: part.text } as MachinePart)
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
