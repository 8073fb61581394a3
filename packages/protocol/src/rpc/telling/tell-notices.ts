import type { JsonObject } from '../../event.js'
import { normaliseType } from '../../notify/canonical-type.js'
import { notifyText } from '../../notify/notify-text.js'
import { textOf } from '../../session/text.js'
import { codexEventNamed } from '../../watch/codex-events.js'
import { agentActs } from './tell-talk.js'
import { objectOf, type Telling } from './telling.js'

/** A notice of the agent, in a sentence made of the data of its event. */
export function notice(sentence: (data: JsonObject) => string): (telling: Telling) => void {
  return (telling) => {
    agentActs(telling)
    sayNotice(telling, () => sentence(telling.data))
  }
}

export const helperStarted = ({ name, subagentId }: JsonObject): string =>
  `Helper ${textOf(name) || textOf(subagentId)} started`

export const helperStopped = ({ subagentId, summary }: JsonObject): string =>
  withMore(`Helper ${textOf(subagentId)} is done`, summary)

export const compacted = ({ tokensBefore, tokensAfter }: JsonObject): string => {
  const sizes = typeof tokensBefore === 'number' && typeof tokensAfter === 'number'
  return sizes
    ? `Shortened what it remembers, from ${tokensBefore} to ${tokensAfter} tokens`
    : 'Shortened what it remembers'
}

export const taskTold = ({ summary, event }: JsonObject): string =>
  summary === undefined ? textOf(event) : withMore(textOf(summary), event)

function withMore(sentence: string, more: unknown): string {
  return textOf(more) === '' ? sentence : `${sentence}: ${textOf(more)}`
}

/** What a notify client told; where events of their own were made of it, those say it. */
export function tellNotify(telling: Telling): void {
  telling.whenAsked(() => {
    const notify = objectOf(telling.data.notify)
    const payload = objectOf(notify.payload)
    const type = textOf(notify.type)
    if (telling.event.type === 'notify_event' && isMapped(normaliseType(type), payload)) return
    sayNotice(telling, () => notifyText(payload) ?? type)
  })
}

function isMapped(type: string, { message }: JsonObject): boolean {
  return codexEventNamed(type) !== undefined || (type === 'notification' && typeof message === 'string')
}

function sayNotice(telling: Telling, message: () => string): void {
  telling.item('item/created', () => ({
    id: telling.itemId('notification', telling.event.seq),
    status: 'completed',
    content: { type: 'notification', message: message() },
  }))
}

/** A file the agent changed. */
export function tellFile(telling: Telling): void {
  const { data, event } = telling
  agentActs(telling)
  const path = textOf(data.path)
  const id = telling.itemId('file', `${path}|${event.seq}`)
  const size = typeof data.size === 'number' ? { size: data.size } : {}
  telling.item('item/created', { id, status: 'completed', content: { type: 'file_change', path, ...size } })
}
