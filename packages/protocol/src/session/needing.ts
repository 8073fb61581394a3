import type { JsonObject } from '../event.js'
import type { EventType } from '../registry/registry.js'
import type { AttentionKind } from '../registry/shapes.js'
import type { Deciding } from './deciding.js'
import type { Attention } from './state.js'
import { textOf } from './text.js'
import { isWorking } from './working.js'

/** What the agent waits for, by the kind of notification it says it is. Others need nobody. */
const NEEDS: Readonly<Record<string, AttentionKind>> = {
  permission_prompt: 'permission',
  worker_permission_prompt: 'permission',
  elicitation_dialog: 'question',
  agent_needs_input: 'input',
  idle_prompt: 'input',
}

/** Some versions leave the kind out: then these sentences tell it. */
const SENTENCES: readonly (readonly [RegExp, AttentionKind])[] = [
  [/\bneeds? your (?:permission|approval)\b/i, 'permission'],
  [/\bwaiting for your (?:permission|approval)\b/i, 'permission'],
  [/\b(?:waiting for|needs) your (?:input|attention|response|reply|answer)\b/i, 'input'],
]

/** Long texts are no such sentence. */
const LONGEST_SENTENCE = 300

/** The other events that tell that the agent goes on, or that there is nothing to go on with. */
const NOTHING_LEFT: ReadonlySet<EventType> = new Set([
  'approval_resolved',
  'question_resolved',
  'turn_complete',
  'turn_error',
])

function goesOn(type: EventType): boolean {
  return isWorking(type) || NOTHING_LEFT.has(type)
}

/** The agent tells something; a person is needed where it says that it waits for one. */
export function notify(session: Deciding, data: JsonObject): void {
  session.say(session.draft)
  const kind = neededFor(data)
  // What comes after the end is late: nobody is left who could go on.
  if (kind === undefined || session.state.ended || session.draft.late) return
  const message = textOf(data.message)
  const raised = session.state.attention.find((known) => known.kind === kind)
  if (raised && (raised.requestId !== undefined || raised.message === message)) return
  // It waits for something else by now, so it went on in between.
  if (raised) session.follow('attention_cleared', { ...raised, reason: 'went_on' })
  // Who waits for a person is there, whatever we knew of it.
  if (!session.driven && session.state.meta.status === 'inactive') session.moveTo('ready', 'observed')
  session.follow('attention_raised', { kind, since: session.state.ts, message })
}

/** What a person is needed for; undefined when for nothing that is sure. */
export function neededFor(data: JsonObject): AttentionKind | undefined {
  const { notification_type: type } = data
  if (typeof type === 'string') return Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined
  const message = textOf(data.message)
  if (message.length > LONGEST_SENTENCE) return undefined
  return SENTENCES.find(([sentence]) => sentence.test(message))?.[1]
}

/** Whoever was needed before this decision is no longer, once it shows the agent going on. Requests settle their own. */
export function clearWhenGoingOn(session: Deciding, before: readonly Attention[]): void {
  if (!before.some(({ requestId }) => requestId === undefined)) return
  // A session that starts or ends is another one than the one that waited.
  const isNew = session.draft.type === 'session_state'
  if (!isNew && !session.decided.some(({ event }) => goesOn(event.type))) return
  for (const raised of before) {
    if (raised.requestId === undefined) session.follow('attention_cleared', { ...raised, reason: 'went_on' })
  }
}
