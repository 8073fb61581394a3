import { cutUtf8, type Json, type JsonObject } from '@signalbox/protocol'
import { bareCommand } from './codex-command.js'
import { fieldOf, listIn, numberIn, objectIn, textIn } from './codex-fields.js'
import { outputText } from './hooks/output-text.js'

/** A thing Codex does with a tool, in the names its hooks use for the same. */
export interface CodexTool {
  toolName: string
  args: Json
}

/** How it ended. */
export type CodexToolEnd =
  | { type: 'tool_result'; status: 'success' | 'error'; output: string }
  | { type: 'tool_error'; error: string }

/** Longer arguments are told by their names only. */
const MAX_ARGS_LENGTH = 64 * 1024

type ToolOf = (item: JsonObject) => CodexTool

/** The items of the app-server that are uses of a tool. */
const TOOLS: Readonly<Record<string, ToolOf>> = {
  commandExecution: (item) => ({
    toolName: 'Bash',
    args: { command: bareCommand(textIn(item, 'command') ?? '') },
  }),
  fileChange: (item) => ({ toolName: 'apply_patch', args: { changes: listIn(item, 'changes').map(change) } }),
  mcpToolCall: (item) => ({
    toolName: mcpName(textIn(item, 'server'), textIn(item, 'tool')),
    args: fieldOf(item, 'arguments') ?? {},
  }),
  dynamicToolCall: (item) => ({
    toolName: textIn(item, 'tool') ?? 'unknown',
    args: fieldOf(item, 'arguments') ?? {},
  }),
  collabAgentToolCall: (item) => ({
    toolName: textIn(item, 'tool') ?? 'agent',
    args: { prompt: textIn(item, 'prompt') ?? '' },
  }),
  webSearch: (item) => ({ toolName: 'web_search', args: { query: textIn(item, 'query') ?? '' } }),
  imageView: (item) => ({ toolName: 'view_image', args: { path: textIn(item, 'path') ?? '' } }),
}

/** The tool an item is the use of; undefined for texts, thoughts and what is unknown. */
export function toolOf(item: JsonObject): CodexTool | undefined {
  const type = textIn(item, 'type') ?? ''
  const tool = Object.hasOwn(TOOLS, type) ? TOOLS[type]?.(item) : undefined
  return tool && { toolName: tool.toolName.slice(0, 200), args: shortArgs(tool.args) }
}

/** How an MCP tool is called in hooks. */
export function mcpName(server: string | undefined, tool: string | undefined): string {
  return `mcp__${server ?? 'unknown'}__${tool ?? 'unknown'}`
}

/** How the use of a tool ended. */
export function toolEndOf(item: JsonObject): CodexToolEnd {
  const status = textIn(item, 'status')
  if (status === 'declined') return { type: 'tool_error', error: 'declined' }
  const failure = textIn(fieldOf(item, 'error'), 'message')
  if (failure !== undefined) return { type: 'tool_error', error: outputText(failure) }
  return {
    type: 'tool_result',
    status: status === 'failed' ? 'error' : 'success',
    output: outputText(outputOf(item)),
  }
}

/** The text of a message: what else it holds is named, so that a prompt of images is not empty. */
export function messageText(content: readonly Json[]): string {
  return content
    .map((part) => textIn(part, 'text') ?? `[${textIn(part, 'type') ?? 'unknown'}]`)
    .filter((text) => text !== '')
    .join('\n')
}

/** The files a change is about, one a line. */
export function changedPaths(item: JsonObject): string {
  return listIn(item, 'changes')
    .map((one) => textIn(one, 'path') ?? '')
    .filter((path) => path !== '')
    .join('\n')
}

function outputOf(item: JsonObject): Json | undefined {
  const printed = textIn(item, 'aggregatedOutput')
  if (printed !== undefined) return printed
  if (textIn(item, 'type') === 'fileChange') return changedPaths(item)
  const content = listIn(objectIn(fieldOf(item, 'result')), 'content')
  if (content.length > 0) return messageText(content)
  const code = numberIn(item, 'exitCode')
  return code === undefined || code === 0 ? '' : `exit code ${code}`
}

function change(told: Json): Json {
  const kind = fieldOf(told, 'kind')
  return {
    path: textIn(told, 'path') ?? '',
    kind: textIn(kind, 'type') ?? (typeof kind === 'string' ? kind : 'unknown'),
    diff: textIn(told, 'diff') ?? '',
  }
}

function shortArgs(args: Json): Json {
  if (JSON.stringify(args).length <= MAX_ARGS_LENGTH) return args
  const object = objectIn(args)
  const changes = listIn(object, 'changes')
  if (changes.length > 0)
    return { changes: changes.slice(0, 200).map((one) => ({ path: textIn(one, 'path') ?? '' })) }
  const command = textIn(object, 'command')
  if (command !== undefined) return { command: cutUtf8(command, MAX_ARGS_LENGTH) }
  return { truncated: true }
}
