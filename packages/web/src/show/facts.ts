import { toolSubject } from '@signalbox/protocol'
import { oneLine } from '@signalbox/protocol/harmonize'
import { shortFolder } from '../text/short-folder.js'
import { changesOf } from './file-change.js'

const LONGEST = 160
const MCP = /^mcp__(.+?)__(.+)$/

/** What tools do, by their names in small letters without `_` and `-`. */
const VERBS: Readonly<Record<string, string>> = {
  bash: 'Run',
  shell: 'Run',
  localshell: 'Run',
  execcommand: 'Run',
  runshellcommand: 'Run',
  runterminalcmd: 'Run',
  powershell: 'Run',
  bashoutput: 'Read the output of',
  killshell: 'Stop the command',
  read: 'Read',
  readfile: 'Read',
  readmanyfiles: 'Read',
  viewimage: 'Look at',
  notebookread: 'Read',
  list: 'List',
  ls: 'List',
  listdirectory: 'List',
  glob: 'Find',
  grep: 'Search',
  search: 'Search',
  searchfilecontent: 'Search',
  codesearch: 'Search',
  websearch: 'Search the web for',
  googlewebsearch: 'Search the web for',
  webfetch: 'Fetch',
  fetch: 'Fetch',
  write: 'Write',
  writefile: 'Write',
  createfile: 'Write',
  edit: 'Edit',
  editfile: 'Edit',
  multiedit: 'Edit',
  replace: 'Edit',
  notebookedit: 'Edit',
  applypatch: 'Patch',
  patch: 'Patch',
  task: 'Hand over',
  agent: 'Hand over',
  spawnagent: 'Hand over',
  skill: 'Use the skill',
  todowrite: 'Update the plan',
  todoread: 'Read the plan',
  updateplan: 'Update the plan',
  exitplanmode: 'Propose a plan',
  enterplanmode: 'Begin to plan',
  askuserquestion: 'Ask you',
  requestuserinput: 'Ask you',
  savememory: 'Remember',
  toolsearch: 'Look for tools',
}

/** Subjects that would only repeat what the detail below says better. */
const ALONE: ReadonlySet<string> = new Set(['Update the plan', 'Propose a plan', 'Ask you', 'Begin to plan'])

/** What a tool call does, in one harmless line: `Read src/auth.ts`, `Run npm test`. */
export function toolFact(toolName: string, args: unknown): string {
  const key = toolName.toLowerCase().replace(/[_-]/g, '')
  const verb = Object.hasOwn(VERBS, key) ? VERBS[key] : undefined
  if (verb !== undefined && ALONE.has(verb)) return verb
  const about = aboutOf(toolName, args)
  const name = verb ?? oneLine(toolName.replace(MCP, '$1: $2'), LONGEST) ?? ''
  return oneLine([name || 'Tool', about].filter(Boolean).join(' '), LONGEST)
}

function aboutOf(toolName: string, args: unknown): string {
  const changes = changesOf(toolName, args)
  const [first] = changes
  if (first && first.path !== '') {
    const others = changes.length - 1
    return `${shortFolder(first.path)}${others > 0 ? ` and ${others} more` : ''}`
  }
  const subject = toolSubject(args)
  if (subject === undefined) return ''
  return subject.kind === 'path' ? shortFolder(subject.text.slice(0, 1000)) : subject.text
}
