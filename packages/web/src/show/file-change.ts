import { isPatchText, readPatchText } from './patch-text.js'
import { readUnifiedDiff } from './unified-diff.js'

/** One line of a change: kept, put in or taken out. */
export interface HunkLine {
  sign: ' ' | '+' | '-'
  text: string
}

/** Lines that belong together. Where they stand in the file is not always known. */
export interface Hunk {
  oldStart?: number
  newStart?: number
  /** What they stand in, a function for instance, where the change says so. */
  place?: string
  lines: readonly HunkLine[]
}

/** What a tool call does to one file. */
export interface FileChange {
  path: string
  kind: 'added' | 'changed' | 'deleted'
  hunks: Hunk[]
  movedTo?: string
  /** The content is the whole file; whether there was one before is not known. */
  whole?: boolean
  /** Every place that reads like this is changed, not one. */
  everywhere?: boolean
  /** The change goes on beyond what is here. */
  truncated?: boolean
}

type Args = Readonly<Record<string, unknown>>

const MOST_FILES = 200
const MOST_LINES = 5000
/** How the gateway marks a text it has cut. */
const CUT = /… \[cut, \d+ bytes in all\]$/

/** The tools of agents that change files, by their names in small letters. */
const EDITORS: ReadonlySet<string> = new Set([
  'edit',
  'multiedit',
  'write',
  'notebookedit',
  'apply_patch',
  'patch',
  'replace',
  'write_file',
  'edit_file',
  'create_file',
  'str_replace_editor',
])

const PATHS = ['file_path', 'filePath', 'filepath', 'path', 'notebook_path']
const PATCHES = ['command', 'input', 'patch', 'patchText']
const BEFORE = ['old_string', 'oldString', 'old_str', 'old_source']
const AFTER = ['new_string', 'newString', 'new_str', 'new_source']
const CONTENTS = ['content', 'contents', 'file_text']

/**
 * What a call of a known editing tool would change; nothing for other tools, and nothing where a call says it in more
 * than one way: which of them counts only the tool knows, and a harmless one could stand before another. Never throws.
 */
export function changesOf(toolName: string, args: unknown): FileChange[] {
  if (!EDITORS.has(toolName.toLowerCase())) return []
  const told = typeof args === 'string' ? { input: args } : args
  if (!isArgs(told) || isAmbiguous(told)) return []
  const [changes = [], ...others] = READERS.map((read) => read(told)).filter(({ length }) => length > 0)
  return others.length > 0 ? [] : changes.slice(0, MOST_FILES).map(bounded)
}

/** Whether the same is said under two names. */
function isAmbiguous(args: Args): boolean {
  const edits = Array.isArray(args.edits) ? args.edits.filter(isArgs) : []
  return [args, ...edits].some((part) =>
    [PATHS, PATCHES, BEFORE, AFTER, CONTENTS].some(
      (names) => names.filter((name) => Object.hasOwn(part, name)).length > 1,
    ),
  )
}

/** The ways agents say a change. */
const READERS: readonly ((args: Args) => FileChange[])[] = [
  listed,
  (args) => readPatchText(PATCHES.map((name) => patchIn(args[name])).find(isPatchText) ?? ''),
  (args) => readUnifiedDiff(textIn(args, ['diff']) ?? '', textIn(args, PATHS)),
  (args) => replaced(args, [args]),
  (args) => (Array.isArray(args.edits) ? replaced(args, args.edits) : []),
  written,
]

/** A list of files, each with its own change: what the app-server of Codex says. */
function listed({ changes }: Args): FileChange[] {
  if (!Array.isArray(changes)) return []
  return changes.filter(isArgs).flatMap((one): FileChange[] => {
    const path = textIn(one, PATHS) ?? ''
    const diff = textIn(one, ['diff']) ?? ''
    if (one.kind === 'add')
      return [{ path, kind: 'added', hunks: [{ newStart: 1, lines: signed('+', diff) }] }]
    if (one.kind === 'delete')
      return [{ path, kind: 'deleted', hunks: [{ oldStart: 1, lines: signed('-', diff) }] }]
    const read = readUnifiedDiff(diff, path)
    return read.length > 0 ? read : [{ path, kind: 'changed', hunks: [{ lines: signed(' ', diff) }] }]
  })
}

/** A patch, or the list of words of a command that ends with one. */
function patchIn(value: unknown): string {
  const text: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof text === 'string' ? text : ''
}

/** A text that takes the place of another, once or several times in the same file. */
function replaced(args: Args, edits: readonly unknown[]): FileChange[] {
  const hunks = edits.filter(isArgs).flatMap((edit): Hunk[] => {
    const before = textIn(edit, BEFORE) ?? ''
    const after = textIn(edit, AFTER)
    // Only what is taken out at first: what both have in common is found when it is drawn.
    const lines = [...signed('-', before), ...signed('+', after ?? '')]
    return after === undefined || lines.length === 0 ? [] : [{ lines }]
  })
  if (hunks.length === 0) return []
  const everywhere = [args, ...edits].some((edit) => isArgs(edit) && isEverywhere(edit))
  return [{ path: textIn(args, PATHS) ?? '', kind: 'changed', hunks, ...(everywhere ? { everywhere } : {}) }]
}

function isEverywhere({
  replace_all,
  replaceAll,
  allow_multiple,
  expected_replacements: expected,
}: Args): boolean {
  return (
    [replace_all, replaceAll, allow_multiple].includes(true) || (typeof expected === 'number' && expected > 1)
  )
}

/** The whole of a file. */
function written(args: Args): FileChange[] {
  const content = textIn(args, CONTENTS)
  const path = textIn(args, PATHS)
  if (content === undefined || path === undefined) return []
  return [{ path, kind: 'added', whole: true, hunks: [{ newStart: 1, lines: signed('+', content) }] }]
}

function signed(sign: HunkLine['sign'], text: string): HunkLine[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => ({ sign, text: line }))
}

/** A change of no more lines than a person would read; it says when there are more. */
function bounded(change: FileChange): FileChange {
  let left = MOST_LINES
  let truncated = false
  const hunks: Hunk[] = []
  for (const hunk of change.hunks) {
    const lines = hunk.lines.slice(0, left).map((line) => {
      if (!CUT.test(line.text.slice(-60))) return line
      truncated = true
      return { ...line, text: line.text.replace(CUT, '') }
    })
    if (lines.length < hunk.lines.length) truncated = true
    if (lines.length > 0 || hunk.lines.length === 0) hunks.push({ ...hunk, lines })
    left -= lines.length
  }
  return { ...change, hunks, ...(truncated ? { truncated } : {}) }
}

function textIn(args: Args, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (typeof value === 'string') return value
  }
  return undefined
}

function isArgs(value: unknown): value is Args {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
