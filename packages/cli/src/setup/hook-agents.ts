import { join } from 'node:path'
import type { AgentSetup, Texts } from './agent-setup.js'
import { hookCommand } from './hook-command.js'
import { type Hooks, isBlank, rootOf, withHooks, withoutHooks } from './hook-settings.js'
import { inFile } from './in-file.js'
import { memberOf, valueIn } from './json-text.js'
import { clientPath, directoryOf, type Surroundings } from './surroundings.js'

/** Long enough for any answer but a person's. */
const USUAL_SECONDS = 10

/**
 * Those that say something to the gateway, but for the texts of answers, which come line by line. All wait for the
 * client, which takes a few milliseconds: only so do events arrive in their order, and none is lost when Claude Code
 * ends. The exceptions are forms, which Claude Code shows only after their hook, and what nothing follows from.
 */
const CLAUDE_EVENTS: Readonly<Record<string, { timeout?: number; async?: true }>> = {
  SessionStart: {},
  UserPromptSubmit: {},
  PreToolUse: {},
  // As long as a person may take; the dialog is there all the while.
  PermissionRequest: { timeout: 600 },
  PermissionDenied: {},
  PostToolUse: {},
  PostToolUseFailure: {},
  Elicitation: { async: true },
  ElicitationResult: { async: true },
  Notification: { async: true },
  SubagentStart: {},
  SubagentStop: {},
  TaskCreated: {},
  TaskCompleted: {},
  TeammateIdle: {},
  CwdChanged: {},
  PostCompact: {},
  Stop: {},
  StopFailure: {},
  // It has a second and a half for all hooks together.
  SessionEnd: { timeout: 1 },
}

/** Without the three that come with every piece of an answer and carry all of the conversation. */
const GEMINI_EVENTS = [
  'SessionStart',
  'BeforeAgent',
  'BeforeTool',
  'AfterTool',
  'Notification',
  'PreCompress',
  'AfterAgent',
  'SessionEnd',
] as const

function claudeHooks(surroundings: Surroundings): Hooks {
  const command = hookCommand(clientPath(surroundings), 'claude')
  return Object.fromEntries(
    Object.entries(CLAUDE_EVENTS).map(([event, { timeout = USUAL_SECONDS, async }]) => [
      event,
      { hooks: [{ type: 'command', command, timeout, ...(async ? { async } : {}) }] },
    ]),
  )
}

/** Its timeouts are milliseconds. */
function geminiHooks(surroundings: Surroundings): Hooks {
  const command = hookCommand(clientPath(surroundings), 'gemini')
  return Object.fromEntries(
    GEMINI_EVENTS.map((event) => [
      event,
      { hooks: [{ name: 'signalbox', type: 'command', command, timeout: USUAL_SECONDS * 1000 }] },
    ]),
  )
}

export const claude: AgentSetup = {
  id: 'claude',
  title: 'Claude Code',
  program: 'claude',
  directory: (surroundings) => directoryOf(surroundings, 'CLAUDE_CONFIG_DIR', '.claude'),
  paths: (surroundings) => [join(claude.directory(surroundings), 'settings.json')],
  added: (texts, surroundings) => edited(texts, (text) => withHooks(text, claudeHooks(surroundings))),
  removed: (texts) => edited(texts, (text) => withoutHooks(text)),
  remarks: () => [],
  obstacles: (texts) =>
    isOn(texts, ['disableAllHooks'], {})
      ? ['"disableAllHooks" in its settings is true: Claude Code runs no hooks until you take it out.']
      : [],
}

/** Gemini CLI reads its settings with comments in them. */
const WITH_COMMENTS = { comments: true }

export const gemini: AgentSetup = {
  id: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  directory: (surroundings) => join(directoryOf(surroundings, 'GEMINI_CLI_HOME', ''), '.gemini'),
  paths: (surroundings) => [join(gemini.directory(surroundings), 'settings.json')],
  added: (texts, surroundings) =>
    edited(texts, (text) => withHooks(text, geminiHooks(surroundings), WITH_COMMENTS)),
  removed: (texts) => edited(texts, (text) => withoutHooks(text, WITH_COMMENTS)),
  remarks: () => [
    'Gemini CLI in a terminal can only be observed: what it asks is answered in its own window.',
  ],
  obstacles: (texts) =>
    isOn(texts, ['hooksConfig', 'enabled'], WITH_COMMENTS) === false
      ? ['"hooksConfig.enabled" in its settings is false: Gemini CLI runs no hooks until you set it to true.']
      : [],
}

function edited(texts: Texts, edit: (text: string) => string): Texts {
  return new Map(
    [...texts].map(([path, text]) => {
      const after = inFile(path, () => edit(text ?? ''))
      return [path, after === '' && text === undefined ? undefined : after]
    }),
  )
}

/** A switch in settings that parse. */
function isOn(texts: Texts, names: readonly string[], options: { comments?: boolean }): unknown {
  for (const text of texts.values()) {
    if (text === undefined || isBlank(text)) continue
    let node = rootOf(text, options) as Parameters<typeof memberOf>[0]
    for (const name of names) node = memberOf(node, name)?.value
    if (node) return valueIn(node)
  }
  return undefined
}
