import type { EventType, REGISTRY, Static } from '@signalbox/protocol'
import { canonicalName } from './twins.js'

type Rows = typeof REGISTRY
type Data<T extends EventType> = Static<Rows[T]['data']>

/** What the gateway sends under a type of the registry. */
export type Frame<T extends EventType = EventType> = T extends EventType
  ? { type: T; ref?: string } & Data<T>
  : never

/** Types that are numbered within a session; the rest are replies and control frames. */
export type SessionEventType = {
  [T in EventType]: Rows[T]['kind'] extends 'reply' ? never : T
}[EventType]

/** A numbered event of a session. */
export type SessionEvent<T extends SessionEventType = SessionEventType> = T extends SessionEventType
  ? { type: T; sessionId: string; seq: number; ts: number; turnId?: string } & Data<T>
  : never

/** A frame whose type is not known yet. */
export interface AnyFrame {
  type: string
  [field: string]: unknown
}

/** Under its canonical name. Undefined when the text is no frame: such a thing is dropped, never fatal. */
export function parseFrame(text: unknown): AnyFrame | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isAnyFrame(value) ? canonical(value) : undefined
  } catch {
    return undefined
  }
}

function canonical(frame: AnyFrame): AnyFrame {
  frame.type = canonicalName(frame.type)
  if (frame.type === 'events' && Array.isArray(frame.events)) {
    frame.events = frame.events.map((event: unknown) => (isAnyFrame(event) ? canonical(event) : event))
  }
  return frame
}

function isAnyFrame(value: unknown): value is AnyFrame {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Narrows by type. The gateway is trusted to send the shape its registry promises. */
export function isFrame<T extends EventType>(frame: AnyFrame, type: T): frame is AnyFrame & Frame<T> {
  return frame.type === type
}

/** Only session events carry a number; a type this release does not know is one too, if numbered. */
export function isSessionEvent(frame: AnyFrame): frame is AnyFrame & SessionEvent {
  return typeof frame.seq === 'number' && typeof frame.sessionId === 'string'
}
