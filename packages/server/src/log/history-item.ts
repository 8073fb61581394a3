import type { Event, HistoryItem, JsonObject } from '@signalbox/protocol'
import { notifyText } from '@signalbox/protocol/notify-text'
import type { HistoryType } from './in-history.js'

type Maker = (event: Event, data: JsonObject) => Pick<HistoryItem, 'id' | 'role' | 'content'>

const ofNotify: Maker = (event, data) => {
  const notify = data.notify as { type: string; payload: JsonObject }
  const content = notifyText(notify.payload, event.source.agent) ?? notify.type
  return { id: event.id, role: 'system', content }
}

/** A piece of interface an agent wrote into its answer. */
export interface UiSpec {
  uiId: string
  spec: JsonObject
}

/** What each event of the conversation says there. */
const MAKERS: Record<HistoryType, Maker> = {
  user_message: (_event, data) => ({ id: String(data.itemId), role: 'user', content: String(data.content) }),
  turn_complete: (event, data) => ({ id: event.id, role: 'assistant', content: String(data.finalText) }),
  agent_notification: (event, data) => ({ id: event.id, role: 'system', content: String(data.message) }),
  notify_new_plan: ofNotify,
  notify_progress: ofNotify,
  notify_finish: ofNotify,
  notify_event: ofNotify,
}

/** The conversation item of an event that is part of the history; with the pieces of interface its turn made. */
export function historyItem(event: Event, uiSpecs: readonly UiSpec[] = []): HistoryItem {
  const data = JSON.parse(event.data) as JsonObject
  const make = MAKERS[event.type as HistoryType]
  const stopped = typeof data.stopReason === 'string' && data.stopReason !== 'turn_complete'
  const metadata = {
    ...(stopped ? { interrupted: true } : {}),
    ...(uiSpecs.length > 0 ? { uiSpecs: uiSpecs.map(({ uiId, spec }) => ({ uiId, spec })) } : {}),
  }
  return {
    ...make(event, data),
    ...(event.turnId === undefined ? {} : { turnId: event.turnId }),
    createdAt: event.ts,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}
