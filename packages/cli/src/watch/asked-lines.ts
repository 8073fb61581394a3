import type { RequestEntry } from '@signalbox/protocol'
import { type Asked, questionsOf, toAllow } from '../show/request-text.js'
import { oneLine, visibleText } from '../terminal/plain-text.js'

/** What it is that needs leave, by the kind of tool. */
const SENTENCES: Readonly<Record<string, string>> = {
  command: 'Wants to run:',
  write: 'Wants to write:',
  delete: 'Wants to delete:',
  read: 'Wants to read:',
  search: 'Wants to search:',
  fetch: 'Wants to fetch:',
}
/** Agents that do not say the kind use these names for a shell. */
const SHELL = /^(?:bash|shell|exec|exec_command|run_shell_command|local_shell)$/i

/** Where a tool says which file it is about. */
const PATHS = ['file_path', 'filePath', 'path', 'notebook_path', 'file']
const BEFORE = ['old_string', 'oldString', 'old_str']
const AFTER = ['new_string', 'newString', 'new_str', 'content', 'contents']

/** What is asked in one sentence, and exactly what, line by line; safe to print, nothing left out. */
export function askedLines({ kind, data }: Pick<RequestEntry, 'kind' | 'data'>): {
  sentence: string
  lines: string[]
} {
  if (kind === 'question') {
    const context = typeof data.context === 'string' ? visibleText(data.context).trim() : ''
    const count = questionsOf(data).length
    return {
      sentence: count === 1 ? 'Asks you:' : `Asks you ${count} questions:`,
      lines: context === '' ? [] : context.split('\n'),
    }
  }
  const asked = data as unknown as Asked & { toolKind?: string }
  const tool = oneLine(String(asked.toolName ?? ''))
  const known = SHELL.test(tool) ? 'command' : (asked.toolKind ?? '')
  const sentence = Object.hasOwn(SENTENCES, known) ? SENTENCES[known] : undefined
  return { sentence: sentence ?? `Wants to use ${tool || 'a tool'}:`, lines: exactly(asked) }
}

function exactly({ description, args, toolName }: Asked): string[] {
  const fields = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {}
  const said = toAllow({ toolName, description: String(description ?? ''), args })
  if ('command' in fields) return split(said)
  const path = firstText(fields, PATHS)
  const change = [
    ...split(firstText(fields, BEFORE)).map((line) => `- ${line}`),
    ...split(firstText(fields, AFTER)).map((line) => `+ ${line}`),
  ]
  const intro = split(said)
  if (path !== '' && !said.includes(path)) intro.unshift(...split(path))
  if (change.length > 0) return [...intro, ...change]
  const rest = Object.entries(fields).filter(([, value]) => value !== said && value !== path)
  return [...intro, ...rest.flatMap(([name, value]) => split(`${name}: ${valueText(value)}`))]
}

function firstText(fields: Record<string, unknown>, names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

function split(text: string): string[] {
  const visible = visibleText(text).replaceAll('\t', '    ').trimEnd()
  return visible === '' ? [] : visible.split('\n')
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
