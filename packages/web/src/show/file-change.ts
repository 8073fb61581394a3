/** One line of a change: kept, put in or taken out. */
export interface HunkLine {
  sign: ' ' | '+' | '-'
  text: string
}

/** Lines that belong together. Where they stand in the file is not always known. */
export interface Hunk {
  oldStart?: number
  newStart?: number
  lines: readonly HunkLine[]
}

/** What a tool call does to one file. */
export interface FileChange {
  path: string
  kind: 'added' | 'changed' | 'deleted'
  hunks: Hunk[]
  /** The content is the whole file; whether there was one before is not known. */
  whole?: boolean
  /** The change goes on beyond what is here. */
  truncated?: boolean
}

/** What a call of a known editing tool would change; nothing for other tools. Never throws. */
export function changesOf(_toolName: string, _args: unknown): FileChange[] {
  return []
}
