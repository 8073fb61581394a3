import type { JsonObject } from '../event.js'
import { AUTONOMY_PROFILES, type AutonomyProfile, TOOL_KINDS, type ToolKind } from '../registry/shapes.js'
import type { RememberedAnswer } from './state.js'
import { textOf } from './text.js'

/** Which tools do what, by the names agents give them, in small letters. A tool that is not here is `other`. */
export const TOOL_NAMES: Readonly<Record<ToolKind, readonly string[]>> = {
  read: [
    ...['read', 'read_file', 'readfile', 'read_many_files', 'view', 'view_file', 'view_image', 'open_file'],
    ...['cat', 'list', 'ls', 'list_dir', 'list_directory', 'list_files', 'notebookread', 'bashoutput'],
    ...['file_read', 'fs_read', 'read_text_file', 'lsp_diagnostics', 'lsp_hover', 'get_diagnostics'],
  ],
  search: [
    ...['search', 'glob', 'grep', 'find', 'rg', 'ripgrep', 'file_search', 'grep_search', 'grep_files'],
    ...['search_files', 'search_file_content', 'codebase_search', 'code_search', 'find_files', 'toolsearch'],
  ],
  think: [
    ...['think', 'thinking', 'todo', 'todowrite', 'todoread', 'todo_write', 'todo_read', 'write_todos'],
    ...['update_plan', 'plan', 'sequential_thinking'],
  ],
  write: [
    ...['write', 'write_file', 'writefile', 'write_text_file', 'create', 'create_file', 'edit', 'edit_file'],
    ...['multiedit', 'multi_edit', 'notebookedit', 'apply_patch', 'applypatch', 'apply_diff', 'patch'],
    ...['replace', 'search_replace', 'str_replace', 'str_replace_editor', 'str_replace_based_edit_tool'],
    ...['insert', 'move', 'move_file', 'rename', 'mkdir', 'create_directory', 'save_memory', 'file_change'],
  ],
  delete: ['delete', 'delete_file', 'delete_directory', 'remove', 'remove_file', 'rm', 'rmdir', 'unlink'],
  command: [
    ...['bash', 'sh', 'zsh', 'shell', 'shell_command', 'local_shell', 'exec', 'exec_command', 'execute'],
    ...['execute_command', 'run', 'run_command', 'run_shell_command', 'run_terminal_cmd', 'terminal'],
    ...['container.exec', 'unified_exec', 'write_stdin', 'command', 'command_execution', 'powershell'],
    ...['killshell', 'killbash', 'kill_shell'],
  ],
  fetch: [
    ...['fetch', 'webfetch', 'web_fetch', 'fetch_url', 'http', 'http_request', 'curl', 'download', 'browse'],
    ...['websearch', 'web_search', 'google_web_search', 'codesearch'],
  ],
  other: [],
}

/** What becomes of a permission the agent asks for. */
export type AutonomyRule = 'approve' | 'ask'

/** What each profile does, by what kind of thing the agent asks to do. */
export const AUTONOMY_RULES: Readonly<Record<AutonomyProfile, Readonly<Record<ToolKind, AutonomyRule>>>> = {
  ask_every_time: {
    read: 'ask',
    search: 'ask',
    think: 'ask',
    write: 'ask',
    delete: 'ask',
    command: 'ask',
    fetch: 'ask',
    other: 'ask',
  },
  recommended: {
    read: 'approve',
    search: 'approve',
    think: 'approve',
    write: 'ask',
    delete: 'ask',
    command: 'ask',
    fetch: 'ask',
    other: 'ask',
  },
  auto_pilot: {
    read: 'approve',
    search: 'approve',
    think: 'approve',
    write: 'approve',
    delete: 'ask',
    command: 'approve',
    fetch: 'approve',
    other: 'ask',
  },
  never_ask: {
    read: 'approve',
    search: 'approve',
    think: 'approve',
    write: 'approve',
    delete: 'approve',
    command: 'approve',
    fetch: 'approve',
    other: 'approve',
  },
}

/** What each profile does when the agent asks questions. */
export const QUESTION_RULES: Readonly<Record<AutonomyProfile, 'ask' | 'dismiss'>> = {
  ask_every_time: 'ask',
  recommended: 'ask',
  auto_pilot: 'ask',
  never_ask: 'dismiss',
}

/** How many answers are remembered, and how long what was asked may be to be known again. */
export const MAX_REMEMBERED = 100
const MAX_KEY = 4096

/** Kinds where an answer holds for the tool, whatever it is used on; for the others all that is asked must be the same. */
export const REMEMBERED_BY_TOOL: readonly ToolKind[] = ['read', 'search', 'think', 'write']

const KINDS_BY_NAME: ReadonlyMap<string, ToolKind> = new Map(
  TOOL_KINDS.flatMap((kind) => TOOL_NAMES[kind].map((name) => [name, kind] as const)),
)

/** From what harms least to what may do anything. */
const BY_RISK: readonly ToolKind[] = [
  'think',
  'search',
  'read',
  'write',
  'fetch',
  'command',
  'delete',
  'other',
]

/**
 * What kind of thing a permission is asked for: as the request says, or by the name of the tool. Where both speak, the
 * riskier counts: a shell does not become harmless by being called a reader.
 */
export function toolKindOf(request: JsonObject): ToolKind {
  const told = TOOL_KINDS.find((kind) => kind === request.toolKind)
  const named = KINDS_BY_NAME.get(textOf(request.toolName).trim().toLowerCase())
  if (told === undefined || named === undefined) return told ?? named ?? 'other'
  return BY_RISK.indexOf(told) >= BY_RISK.indexOf(named) ? told : named
}

/** An answer nobody was asked for: by a rule, or by what a person said before. */
export interface AutonomyAnswer {
  approved: boolean
  rule: string
}

interface Autonomy {
  autonomyProfile: AutonomyProfile
  remembered: readonly RememberedAnswer[]
}

/** The answer to a permission request that needs no person; undefined when one must be asked. */
export function autonomyAnswer(autonomy: Autonomy, request: JsonObject): AutonomyAnswer | undefined {
  const key = rememberedKey(request)
  const before = autonomy.remembered.find((answer) => answer.key === key)
  // What a person said of this very thing counts for more than a rule of thumb.
  if (before) return { approved: before.approved, rule: 'remembered' }
  const kind = toolKindOf(request)
  const { autonomyProfile: profile } = autonomy
  return AUTONOMY_RULES[profile][kind] === 'approve'
    ? { approved: true, rule: `${profile}: ${kind}` }
    : undefined
}

/** The rule that dismisses questions; undefined when a person is asked. */
export function questionRule({ autonomyProfile: profile }: Autonomy): string | undefined {
  return QUESTION_RULES[profile] === 'dismiss' ? `${profile}: question` : undefined
}

/** What an answer is remembered by. The kind is part of it: a tool trusted to read is not trusted to write. */
export function rememberedKey(request: JsonObject): string {
  const kind = toolKindOf(request)
  const { toolName, description, args = null } = request
  const asked = REMEMBERED_BY_TOOL.includes(kind) ? [] : [textOf(description), args]
  return JSON.stringify([kind, textOf(toolName), ...asked])
}

/** The remembered answers after one more, the newest last. What is too long to hold is asked again. */
export function withRemembered(
  remembered: readonly RememberedAnswer[],
  request: JsonObject,
  approved: boolean,
): RememberedAnswer[] {
  const key = rememberedKey(request)
  const others = remembered.filter((answer) => answer.key !== key)
  return key.length > MAX_KEY ? others : [...others, { key, approved }].slice(-MAX_REMEMBERED)
}

/** A profile by its name; undefined for anything else. */
export function profileNamed(value: unknown): AutonomyProfile | undefined {
  return AUTONOMY_PROFILES.find((profile) => profile === value)
}
