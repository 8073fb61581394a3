/** Where a text came from, as its agent says it: `origin.kind` and `promptSource` of a Claude Code row, for example. */
export interface TextOrigin {
  kind?: string
  promptSource?: string
}

export interface CleanOptions {
  /** Whose tags are known; those of all agents when it is absent or none of them. */
  agent?: string
  origin?: TextOrigin
}

/** What a background task of an agent told. */
export interface TaskNotice {
  taskId: string
  summary: string
  status?: string
  taskType?: string
  toolCallId?: string
  outputFile?: string
  event?: string
  result?: string
  usage?: { tokens?: number; toolUses?: number; durationMs?: number }
}

/** One part of a text, in the order they stood in it. `text` is what a person should read of it. */
export type Part = { text: string } & (
  | { kind: 'text' }
  /** A tag of the registry; `truncated`: its end is missing. */
  | ({ tag: string; truncated?: true } & (
      | { kind: 'task'; task: TaskNotice }
      /** A slash command the person typed. */
      | { kind: 'command'; name: string; args: string }
      /** A line for the shell the person typed. */
      | { kind: 'shell' }
      /** What a command of the person's printed. */
      | { kind: 'output' }
      /** Another agent speaks. */
      | { kind: 'peer'; from?: string }
      /** The agent's own machinery speaks: hooks, schedulers, interrupts. */
      | { kind: 'notice' }
      /** Attached for the model alone: reminders, editor context. Not in the clean text unless there is nothing else. */
      | { kind: 'context' }
    ))
)

export interface Cleaned {
  /** What a person should read; empty only where the text was. */
  text: string
  /** The names of the tags that were taken out, each once. */
  cleaned: string[]
  /** The cleaner failed: `text` is what came in. */
  fallback: boolean
  parts: Part[]
}

/** Makes of what an agent said what a person should read. */
export type Clean = (text: string, options?: CleanOptions) => Cleaned

/** Whether a part is something the person at the agent said, not its machinery. */
export const SAID_BY_PERSON: Readonly<Record<Part['kind'], boolean>> = {
  text: true,
  command: true,
  shell: true,
  task: false,
  output: false,
  peer: false,
  notice: false,
  context: false,
}
