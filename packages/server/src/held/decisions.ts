import type { JsonObject } from '@signalbox/protocol'
import { claudeAsked, claudeDecision } from './claude-decision.js'
import { codexDecision } from './codex-decision.js'
import type { Ending } from './ending.js'
import { opencodeDecision } from './opencode-decision.js'

/** What the hook of an agent answers. `questions`: those of the request, in our words, in the order they were asked. */
export type Decision = (asked: JsonObject, ending: Ending, questions: readonly JsonObject[]) => JsonObject

interface Answering {
  /** Its hooks that wait for an answer; others tell of requests that are answered elsewhere. */
  hooks: readonly string[]
  /** What is kept of a payload until the answer is there: a payload may have megabytes, and many may wait. */
  asked(payload: JsonObject): JsonObject
  decision: Decision
}

/** How the agents whose hooks can be answered are answered; Gemini CLI is not among them. */
const ANSWERING: Readonly<Record<string, Answering>> = {
  claude: { hooks: ['PermissionRequest'], asked: claudeAsked, decision: claudeDecision },
  codex: { hooks: ['PermissionRequest'], asked: () => ({}), decision: codexDecision },
  opencode: { hooks: ['permission.asked', 'question.asked'], asked: () => ({}), decision: opencodeDecision },
}

/** How the hooks of this agent are answered; undefined when they cannot be. */
export function answeringOf(agent: string): Answering | undefined {
  return Object.hasOwn(ANSWERING, agent) ? ANSWERING[agent] : undefined
}
