import type { JsonObject, RequestEntry, ToolKind } from '@signalbox/protocol'
import { toolKindOf } from '@signalbox/protocol'

/** What a permission request asks for, as far as the agent told it. */
export interface AskedPermission {
  toolName: string
  toolKind: ToolKind
  description: string
  reason: string
  args: JsonObject
  /** The command that would be run; empty where it is none. */
  command: string
  suggestions: readonly { text: string; value: JsonObject }[]
}

/** One question of a request. */
export interface AskedQuestion {
  id: string
  text: string
  type: 'choice' | 'text' | 'confirm'
  header: string
  options: readonly { label: string; description: string }[]
  required: boolean
  multiSelect: boolean
  custom: boolean
}

/** Reads a permission request; what is missing or odd is empty, never a crash. */
export function permissionOf({ data }: Pick<RequestEntry, 'data'>): AskedPermission {
  const args = objectOf(data.args)
  return {
    toolName: textOf(data.toolName),
    toolKind: toolKindOf(data as JsonObject),
    description: textOf(data.description),
    reason: textOf(data.reason),
    args,
    command: commandOf(args),
    suggestions: objectsOf(data.suggestions).map(({ text, value }) => ({
      text: textOf(text),
      value: objectOf(value),
    })),
  }
}

/** Reads the questions of a request, and what is said around them. */
export function questionsOf({ data }: Pick<RequestEntry, 'data'>): {
  context: string
  questions: AskedQuestion[]
} {
  return { context: textOf(data.context), questions: objectsOf(data.questions).map(questionOf) }
}

function questionOf(asked: JsonObject): AskedQuestion {
  const labels = Array.isArray(asked.options) ? asked.options.filter(isText) : []
  const descriptions = Array.isArray(asked.descriptions) ? asked.descriptions : []
  const type = asked.type === 'confirm' || asked.type === 'choice' ? asked.type : 'text'
  return {
    id: textOf(asked.id),
    text: textOf(asked.text),
    // A choice of nothing is a free one.
    type: type === 'choice' && labels.length === 0 ? 'text' : type,
    header: textOf(asked.header),
    options: labels.map((label, at) => ({ label, description: textOf(descriptions[at]) })),
    required: asked.required === true,
    multiSelect: asked.multiSelect === true,
    custom: asked.custom === true,
  }
}

/** Some agents give a command as the list of its words. */
function commandOf({ command, cmd }: JsonObject): string {
  const words = command ?? cmd
  return Array.isArray(words) ? words.filter(isText).join(' ') : textOf(words)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function textOf(value: unknown): string {
  return isText(value) ? value : ''
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => Object.keys(objectOf(one)).length > 0) : []
}
