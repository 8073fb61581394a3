import type { JsonObject } from '../event.js'
import { oneLine } from '../harmonize/one-line.js'
import { toolSubject } from '../harmonize/tool-subject.js'
import { textOf } from './text.js'

const LONGEST = 120
/** A patch says in its own words which file it changes. */
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m
const LOOKED_AT = 2000

/** What a tool call does, in a few words: `Bash: npm test`, `Edit: main.rs`. */
export function actionText({ toolName, args }: JsonObject): string {
  const name = textOf(toolName) || 'tool'
  const subject = toolSubject(args)
  const about = subject && (subject.kind === 'path' ? lastPart(subject.text) : patchedFile(subject.text))
  return oneLine(about ? `${name}: ${about}` : name, LONGEST)
}

function patchedFile(words: string): string {
  const path = PATCHED.exec(words.slice(0, LOOKED_AT))?.[1]
  return path === undefined ? words : lastPart(path)
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}
