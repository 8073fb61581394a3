import { type CanonicalActivity, HOOK_TO_CANONICAL } from '../harmonize/canonical-activity.js'
import type { Static } from '../schema.js'
import { agentEvents } from './agent-events.js'
import { attentionEvents } from './attention-events.js'
import { automationEvents } from './automation-events.js'
import { connectionEvents } from './connection-events.js'
import { flowEvents } from './flow-events.js'
import { githubEvents } from './github-events.js'
import { memberEvents } from './member-events.js'
import { memoryEvents } from './memory-events.js'
import { notifyEvents } from './notify-events.js'
import { planEvents } from './plan-events.js'
import { projectEvents } from './project-events.js'
import { replayEvents } from './replay-events.js'
import { requestEvents } from './request-events.js'
import type { EventRow } from './row.js'
import { sessionEvents } from './session-events.js'
import { toolEvents } from './tool-events.js'
import { turnEvents } from './turn-events.js'
import { uiEvents } from './ui-events.js'
import { workspaceEvents } from './workspace-events.js'

const CHAPTERS = [
  connectionEvents,
  sessionEvents,
  replayEvents,
  turnEvents,
  toolEvents,
  requestEvents,
  attentionEvents,
  agentEvents,
  notifyEvents,
  flowEvents,
  planEvents,
  workspaceEvents,
  uiEvents,
  memoryEvents,
  githubEvents,
  projectEvents,
  automationEvents,
  memberEvents,
] as const

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type AllRows = Both<(typeof CHAPTERS)[number]['rows']>

/** The registry: every event type on any wire, keyed by its canonical name. There is no second list. */
export const REGISTRY = Object.assign({}, ...CHAPTERS.map(({ rows }) => rows)) as {
  [Type in keyof AllRows]: AllRows[Type]
}

export type EventType = keyof typeof REGISTRY

/** What an event of this type says beside type, sessionId, seq, ts and turnId. */
export type EventData<T extends EventType> = Static<(typeof REGISTRY)[T]['data']>

/** The chapters of the registry, in reading order. */
export const EVENT_CHAPTERS = CHAPTERS.map(({ rows, ...chapter }) => ({
  ...chapter,
  types: Object.keys(rows) as EventType[],
}))

/** Which of its two names an event carries on a connection. */
export type Naming = 'snake' | 'dot'

export function rowOf(type: EventType): EventRow {
  return REGISTRY[type]
}

export function isDurable(type: EventType): boolean {
  return REGISTRY[type].kind === 'durable'
}

/** Whether events of this type have a place in their session: durable and ephemeral ones. */
export function isNumbered(type: EventType): boolean {
  return REGISTRY[type].kind !== 'reply'
}

/** The canonical activity an event of this type shows as; undefined where it shows as none. */
export function canonicalOf(type: EventType): CanonicalActivity | undefined {
  const { hook } = rowOf(type)
  return hook === undefined ? undefined : (HOOK_TO_CANONICAL[hook] ?? undefined)
}

/** The name of an event type under a naming; one with a single name has it under both. */
export function nameOf(type: EventType, naming: Naming): string {
  return naming === 'dot' ? (rowOf(type).dot ?? type) : type
}

const BY_NAME: ReadonlyMap<string, EventType> = new Map(
  (Object.keys(REGISTRY) as EventType[]).flatMap((type) => [
    [type as string, type] as const,
    [nameOf(type, 'dot'), type] as const,
  ]),
)

/** The event type behind either of its names. */
export function typeNamed(name: string): EventType | undefined {
  return BY_NAME.get(name)
}
