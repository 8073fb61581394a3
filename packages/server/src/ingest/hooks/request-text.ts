import type { JsonObject, ToolKind } from '@signalbox/protocol'
import { cutText } from './cut-text.js'
import { textField } from './json-object.js'

const MAX_DESCRIPTION_BYTES = 8 * 1024
const MAX_ARGS_BYTES = 1024

/** Where arguments have what a person goes by, the most telling first, and how it is said. */
const SAYS: readonly (readonly [fields: readonly string[], said: (tool: string, text: string) => string])[] =
  [
    [['command', 'cmd'], (_tool, command) => command],
    [
      ['file_path', 'filePath', 'filepath', 'notebook_path', 'path', 'url', 'query', 'pattern'],
      (tool, text) => `${tool} ${text}`,
    ],
  ]

/** A patch says in its own words which files it changes, and how. */
const PATCHED = /^\*\*\* (Add|Update|Delete) File: (.+)$/gm

/** What the agent wants to do, so that a person can judge it: the command, the file, else the tool and its arguments. */
export function requestText(toolName: string, args: JsonObject): string {
  return cutText(saidOf(toolName, args), MAX_DESCRIPTION_BYTES)
}

function saidOf(toolName: string, args: JsonObject): string {
  const tool = toolLabel(toolName)
  for (const [fields, said] of SAYS) {
    for (const field of fields) {
      const text = textField({ [field]: wordsIn(args[field]) }, field)
      if (text !== undefined) return said(tool, patchText(text) ?? text)
    }
  }
  return Object.keys(args).length === 0 ? tool : `${tool} ${cutText(JSON.stringify(args), MAX_ARGS_BYTES)}`
}

/** Some agents give a command as the list of its words. */
function wordsIn(value: JsonObject[string] | undefined): string {
  if (Array.isArray(value)) return value.filter((word) => typeof word === 'string').join(' ')
  return typeof value === 'string' ? value : ''
}

function patchText(text: string): string | undefined {
  if (!text.startsWith('*** Begin Patch')) return undefined
  const files = [...text.matchAll(PATCHED)].map(([, how, file]) => `${how} ${file}`)
  return files.length === 0 ? undefined : files.join(', ')
}

const MCP_TOOL = /^mcp__(.+?)__(.+)$/s

/** The name of a tool as a person says it: tools of MCP servers are told with their server. */
function toolLabel(toolName: string): string {
  const [, server, tool] = MCP_TOOL.exec(toolName) ?? []
  return server === undefined ? toolName : `${server}: ${tool}`
}

const BY_KIND: Partial<Record<ToolKind, string>> = { command: 'exec', write: 'patch', delete: 'patch' }

/** What is asked leave for, in the words of Codex; undefined for what it has no word for. */
export function approvalTypeOf(toolName: string, kind: ToolKind): string | undefined {
  return MCP_TOOL.test(toolName) ? 'elicitation' : BY_KIND[kind]
}
