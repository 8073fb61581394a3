import type { Json, JsonObject } from '@signalbox/protocol'
import { cutText } from './cut-text.js'
import { entryOf, objectsIn, textField } from './json-object.js'

const MOST = 10
const MAX_BYTES = 500

/** How far each change of the permissions reaches. */
const REACHES: Readonly<Record<string, string>> = {
  session: 'for this session',
  localSettings: 'in this project, for me',
  projectSettings: 'in this project, for everyone',
  userSettings: 'in every project',
  cliArg: 'for this session',
}

const CHANGES: Readonly<Record<string, (update: JsonObject) => string>> = {
  addRules: (update) => `Always ${textField(update, 'behavior') ?? 'allow'}: ${rulesIn(update)}`,
  replaceRules: (update) =>
    `From now on ${textField(update, 'behavior') ?? 'allow'} only: ${rulesIn(update)}`,
  removeRules: (update) => `No longer ${textField(update, 'behavior') ?? 'allow'}: ${rulesIn(update)}`,
  setMode: (update) => `Switch to ${textField(update, 'mode') ?? 'another'} mode`,
  addDirectories: (update) => `Allow work in ${directoriesIn(update)}`,
  removeDirectories: (update) => `No longer allow work in ${directoriesIn(update)}`,
}

/** What Claude Code offers to allow from now on: for a person in words, for itself as it said it. */
export function permissionSuggestions(offered: Json | undefined): JsonObject[] {
  return objectsIn(offered)
    .slice(0, MOST)
    .map((value) => ({ text: cutText(textOf(value), MAX_BYTES), value }))
}

function textOf(update: JsonObject): string {
  const type = textField(update, 'type')
  const change = entryOf(CHANGES, type)?.(update) ?? type ?? 'Change the permissions'
  const destination = textField(update, 'destination')
  const reach = entryOf(REACHES, destination) ?? destination
  return [change, reach].filter(Boolean).join(' · ')
}

/** As they are written in the settings: `Bash(npm test)`. */
function rulesIn(update: JsonObject): string {
  const rules = objectsIn(update.rules).map((rule) => {
    const content = textField(rule, 'ruleContent')
    const tool = textField(rule, 'toolName') ?? 'any tool'
    return content === undefined ? tool : `${tool}(${content})`
  })
  return rules.join(', ') || 'this'
}

function directoriesIn({ directories }: JsonObject): string {
  const names = Array.isArray(directories) ? directories.filter((name) => typeof name === 'string') : []
  return names.join(', ') || 'another directory'
}
