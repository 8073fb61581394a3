import type { SessionEvent } from '@signalbox/client'
import type { Plan, RequestEntry } from '@signalbox/protocol'
import type { SplitText } from './split-text.js'

/** A piece of interface as the event that finishes it has it. */
export type UiSpec = SessionEvent<'ui.spec_complete'>['spec']

interface Common {
  /** Stays the same while the item changes and older ones come before it. */
  key: string
  /** The number it is linked by. */
  seq: number
  /** The numbers of all events it was made of, as far as they are kept. */
  seqs: readonly number[]
  ts: number
  turnId: string | null
  /** The helper of the agent at work, where it is not the agent itself. */
  subagentId?: string
}

/** What a person said: the prompt of a turn, or in the middle of one. */
export interface PromptItem extends Common {
  kind: 'prompt'
  how: 'prompt' | 'steer'
  text: string
  via: string
}

/** A stretch of the answer. */
export interface AnswerItem extends Common {
  kind: 'answer'
  text: SplitText
  /** Still being written. */
  open: boolean
}

export interface ThinkingItem extends Common {
  kind: 'thinking'
  text: string
  open: boolean
  endedAt: number | null
}

/** `asked`: a person is asked whether it may run. */
export type CallState = 'writing' | 'asked' | 'running' | 'done' | 'failed'

/** A call of a tool, from the first letter of its arguments to its result. */
export interface CallItem extends Common {
  kind: 'call'
  toolCallId: string
  /** Null where only the end of the call is known. */
  toolName: string | null
  args: unknown
  /** The arguments as far as they are written. */
  argsSoFar: string
  state: CallState
  output: string | null
  error: string | null
  terminal: { text: string; exitCode: number | null } | null
  endedAt: number | null
}

export interface PlanItem extends Common {
  kind: 'plan'
  plan: Plan
  revised: boolean
  reason: string | null
}

export interface RequestItem extends Common {
  kind: 'request'
  entry: RequestEntry
}

/** A piece of interface in the answer. */
export interface InterfaceItem extends Common {
  kind: 'interface'
  uiId: string
  spec: UiSpec | null
  problem: string | null
}

/** How a turn ended. */
export interface EndItem extends Common {
  kind: 'end'
  outcome: 'done' | 'stopped' | 'failed'
  /** Why, in the words of who told. */
  reason: string | null
  durationMs: number | null
  backgroundTasks: number
}

/** Anything else that is worth a line. */
export interface NoticeItem extends Common {
  kind: 'notice'
  event: SessionEvent
}

/** Numbers that are not here. */
export interface GapItem extends Common {
  kind: 'gap'
  count: number
  reason: string
}

/** One thing of the conversation. */
export type Item =
  | PromptItem
  | AnswerItem
  | ThinkingItem
  | CallItem
  | PlanItem
  | RequestItem
  | InterfaceItem
  | EndItem
  | NoticeItem
  | GapItem
