import type { JsonObject } from '@signalbox/protocol'
import { claudeAsked, claudeDecision } from './claude-decision.js'
import { codexDecision } from './codex-decision.js'
import type { Ending } from './ending.js'
import { opencodeDecision } from './opencode-decision.js'

/** What the hook of an agent answers. `questionIds`: the ids of the questions that were asked, in their order. */
export type Decision = (asked: JsonObject, ending: Ending, questionIds: readonly string[]) => JsonObject

interface Answering {
  /** What is kept of a payload until the answer is there: a payload may have megabytes, and many may wait. */
  asked(payload: JsonObject): JsonObject
  decision: Decision
}

/** How the agents whose hooks can be answered are answered; Gemini CLI is not among them. */
const ANSWERING: Readonly<Record<string, Answering>> = {
  claude: { asked: claudeAsked, decision: claudeDecision },
  codex: { asked: () => ({}), decision: codexDecision },
  opencode: { asked: () => ({}), decision: opencodeDecision },
}

/** How the hooks of this agent are answered; undefined when they cannot be. */
export function answeringOf(agent: string): Answering | undefined {
  return Object.hasOwn(ANSWERING, agent) ? ANSWERING[agent] : undefined
}
