import type { JsonObject, RequestEntry, ToolKind } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'
import { type AskedPermission, permissionOf, questionsOf } from './asked.js'
import { placeText } from './place-text.js'

/** What will happen, in one sentence: "Run `npm publish` in ~/shop". `code` is text of the agent, in its letters. */
export interface Sentence {
  text: string
  code?: string
  after?: string
}

/** Longer ones are cut: the whole stands below. */
const LONGEST = 96

/** What a request comes to when it is allowed, or what it asks. `cwd` is the folder of its session. */
export function sentenceOf(entry: Pick<RequestEntry, 'kind' | 'data'>, cwd: string | null): Sentence {
  if (entry.kind === 'question') return questionSentence(entry)
  const asked = permissionOf(entry)
  const tool = asked.toolName.toLowerCase()
  const say = (Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined) ?? BY_KIND[asked.toolKind]
  return withinFolder(say(asked, cwd ? placeText(cwd) : ''), cwd)
}

/** A path in the folder of the session is said from there. */
function withinFolder(sentence: Sentence, cwd: string | null): Sentence {
  const { code } = sentence
  if (!cwd || !code?.startsWith(`${cwd}/`)) return sentence
  return { ...sentence, code: code.slice(cwd.length + 1), ...inFolder(placeText(cwd)) }
}

/** The same as one line of plain words, for titles and notifications. */
export function sentenceText({ text, code, after }: Sentence): string {
  return [text, code, after].filter(Boolean).join(' ')
}

/** Whether the sentence says the whole of a command, so that it need not stand below once more. */
export function saysAll({ code }: Sentence, command: string): boolean {
  return code !== undefined && code === command.trim()
}

function questionSentence(entry: Pick<RequestEntry, 'data'>): Sentence {
  const { questions } = questionsOf(entry)
  const [only] = questions
  if (questions.length > 1) return { text: `Answer ${questions.length} questions` }
  return { text: cut(only?.text ?? '') || 'Answer a question' }
}

type Say = (asked: AskedPermission, folder: string) => Sentence

/** Tools whose use is more than their kind tells. */
const BY_TOOL: Readonly<Record<string, Say>> = {
  exitplanmode: (_asked, folder) => ({ text: 'Carry out this plan', ...inFolder(folder) }),
  request_permissions: () => ({ text: 'Have further permissions' }),
  websearch: (asked) => about('Search the web for', asked, ['query']),
  web_search: (asked) => about('Search the web for', asked, ['query']),
  google_web_search: (asked) => about('Search the web for', asked, ['query']),
}

const PATHS = ['file_path', 'filePath', 'filepath', 'notebook_path', 'path'] as const

const BY_KIND: Readonly<Record<ToolKind, Say>> = {
  command: (asked, folder) => {
    const whole = (asked.command || asked.description).trim()
    const lines = whole.split('\n').length
    // Put on one line, several would read as one command.
    if (lines > 1) return { text: `Run a command of ${lines} lines`, ...inFolder(folder) }
    const command = cut(whole)
    if (command === '') return { text: 'Run a command', ...inFolder(folder) }
    return { text: 'Run', code: command, ...inFolder(folder) }
  },
  write: (asked) => {
    const files = patchedFiles(asked)
    if (files.length > 1) return { text: `Change ${files.length} files` }
    if (files[0] !== undefined) return { text: 'Change', code: cut(files[0]) }
    return about(isNew(asked) ? 'Write' : 'Change', asked, PATHS)
  },
  delete: (asked) => about('Delete', asked, PATHS),
  read: (asked) => about('Read', asked, PATHS),
  search: (asked) => about('Search for', asked, ['pattern', 'query', ...PATHS]),
  fetch: (asked) => about('Fetch', asked, ['url', 'query']),
  think: (asked) => use(asked),
  other: (asked) => use(asked),
}

/** The verb with what the arguments name; without it, with what the agent says of it. */
function about(text: string, asked: AskedPermission, fields: readonly string[]): Sentence {
  const code = fields.map((field) => cut(textIn(asked.args, field))).find((found) => found !== '')
  if (code !== undefined) return { text, code }
  return use(asked)
}

const MCP_TOOL = /^mcp__(.+?)__(.+)$/s

/** Tools of MCP servers are told with their server. */
function use({ toolName, description }: AskedPermission): Sentence {
  const [, server, tool] = MCP_TOOL.exec(toolName) ?? []
  if (server !== undefined && tool !== undefined)
    return { text: 'Use', code: cut(tool), after: `of ${cut(server)}` }
  const name = cut(toolName)
  if (name === '') return { text: cut(description) || 'Do something it does not name' }
  return { text: 'Use', code: name }
}

/** A patch says in its own words which files it changes. */
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm

function patchedFiles({ args, command, description }: AskedPermission): string[] {
  const patch = [
    command,
    textIn(args, 'patch'),
    textIn(args, 'input'),
    textIn(args, 'patchText'),
    description,
  ]
  const text = patch.find((one) => one.includes('*** Begin Patch')) ?? ''
  return [...text.matchAll(PATCHED)].map(([, file = '']) => file)
}

/** A tool that writes a whole file says its content, not what it takes the place of. */
function isNew({ args }: AskedPermission): boolean {
  return typeof args.content === 'string' && args.old_string === undefined
}

function inFolder(folder: string): { after?: string } {
  return folder === '' ? {} : { after: `in ${folder}` }
}

function textIn(args: JsonObject, field: string): string {
  const value = Object.hasOwn(args, field) ? args[field] : undefined
  return typeof value === 'string' ? value : ''
}

/** One harmless line, cut where it gets long. Only so much is looked at: agents may send megabytes. */
function cut(text: string): string {
  const line = neutralise(text.slice(0, LONGEST * 8))
  const letters = [...line]
  return letters.length > LONGEST
    ? `${letters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
    : line
}
