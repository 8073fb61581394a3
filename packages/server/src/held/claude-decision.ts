import type { Json, JsonObject } from '@signalbox/protocol'
import { fieldOf, isObject, objectsIn } from '../ingest/hooks/json-object.js'
import type { Decision } from './decisions.js'
import type { Ending } from './ending.js'

/** What Claude Code is told when nobody says why. */
const DENIED = 'Denied from Signalbox.'
const DISMISSED = 'Nobody wants to answer this question: go on without.'
const QUESTIONS = 'AskUserQuestion'
/** It counts as answered only with its input given back, as everything that asks a person by itself. */
const PLAN = 'ExitPlanMode'

/** What of a PermissionRequest of Claude Code the answer to it is made of. */
export function claudeAsked({ tool_name, tool_input, permission_suggestions }: JsonObject): JsonObject {
  const toolName = typeof tool_name === 'string' ? tool_name : ''
  const questions = objectsIn(fieldOf(tool_input, 'questions'))
  const rule = ruleOf(toolName, tool_input)
  return {
    toolName,
    ...(rule === undefined ? {} : { rule }),
    suggestions: objectsIn(permission_suggestions),
    ...(toolName === QUESTIONS ? { questions } : {}),
    ...(toolName === PLAN ? { input: isObject(tool_input) ? tool_input : {} } : {}),
  }
}

/** The answer of a held PermissionRequest hook of Claude Code; `{}` is no opinion. Pure. */
export const claudeDecision: Decision = (asked, ending, questions) => {
  const decision = DECIDE[ending.kind](asked, ending as never, questions)
  return decision ? { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } } : {}
}

type Decide<K extends Ending['kind']> = (
  asked: JsonObject,
  ending: Extract<Ending, { kind: K }>,
  questions: readonly JsonObject[],
) => JsonObject | undefined

const DECIDE: { [K in Ending['kind']]: Decide<K> } = {
  permission: (asked, { approved, message, remember }) => {
    if (!approved) return deny(message ?? DENIED)
    return {
      behavior: 'allow',
      ...(asked.input === undefined ? {} : { updatedInput: asked.input }),
      ...(remember ? remembered(asked) : {}),
    }
  },
  question: (asked, { answers, dismissed }, ours) => {
    if (dismissed) return deny(DISMISSED)
    const questions = objectsIn(asked.questions)
    // Claude Code names its questions by their texts; from entries, so that one may be any text, `__proto__` too.
    const told = Object.fromEntries(
      questions.flatMap(({ question }, index) => {
        const answer = answers[String(ours[index]?.id)]
        return typeof question === 'string' && answer !== undefined ? [[question, answer]] : []
      }),
    )
    return { behavior: 'allow', updatedInput: { questions, answers: told } }
  },
  released: () => undefined,
}

function deny(message: string): JsonObject {
  return { behavior: 'deny', message }
}

/**
 * The rules Claude Code itself proposes for "do not ask again"; else the same call is allowed for the rest of the session.
 * What else it proposes goes further than what was asked: another mode allows every edit from then on.
 */
function remembered({ rule, suggestions = [] }: JsonObject): JsonObject {
  const rules = objectsIn(suggestions).filter(({ type }) => type === 'addRules')
  if (rules.length > 0) return { updatedPermissions: rules }
  if (rule === undefined) return {}
  return {
    updatedPermissions: [{ type: 'addRules', rules: [rule], behavior: 'allow', destination: 'session' }],
  }
}

/** Claude Code has one kind of rules for every tool that writes files. */
const FILE_RULES: Readonly<Record<string, string>> = {
  Write: 'Edit',
  MultiEdit: 'Edit',
  NotebookEdit: 'Edit',
}

/** The rule that allows a call again: the command itself, the file itself, else the tool; none where it would allow more. */
function ruleOf(toolName: string, input: Json | undefined): JsonObject | undefined {
  const [command, path] = [fieldOf(input, 'command'), fieldOf(input, 'file_path')]
  const isFile = typeof path === 'string' && path.startsWith('/')
  // Two slashes: from the root of the disk, not of the project.
  const exactly = toolName === 'Bash' ? command : isFile ? `/${path}` : undefined
  if (exactly === undefined) return toolName === 'Bash' ? undefined : { toolName }
  // A star in a rule stands for anything.
  if (typeof exactly !== 'string' || exactly.includes('*')) return undefined
  return { toolName: FILE_RULES[toolName] ?? toolName, ruleContent: exactly }
}
