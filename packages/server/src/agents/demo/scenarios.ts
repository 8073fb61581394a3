import type { Scenario, ScenarioRow } from './scenario.js'
import { playCrash, playError } from './scenarios/endings.js'
import { playFiles } from './scenarios/files.js'
import { LONG_NUMBERS, playLong, playSlow, SLOW_NUMBERS } from './scenarios/lengths.js'
import { playPlan } from './scenarios/plan.js'
import { playPermission, playQuestion, playReadPermission } from './scenarios/requests.js'
import { playText, playThinking } from './scenarios/talk.js'
import { playTerminal, playToolError, playTools } from './scenarios/tools.js'
import { playTour } from './scenarios/tour.js'
import { playUi } from './scenarios/ui.js'
import { playUsage } from './scenarios/usage.js'

/** What `all` plays, in order; the turn goes on after each of them. */
const SHORT = {
  text: { play: playText },
  thinking: { play: playThinking },
  tools: { play: playTools },
  'tool-error': { play: playToolError },
  permission: { play: playPermission },
  question: { play: playQuestion },
  plan: { play: playPlan },
  terminal: { play: playTerminal },
  files: { play: playFiles },
  usage: { play: playUsage },
  ui: { play: playUi },
} satisfies Record<string, ScenarioRow>

const playAll: Scenario = async (stage) => {
  for (const { play } of Object.values(SHORT)) await play(stage, [])
  await playReadPermission(stage, [])
}

/** Every scenario by its name, in the order they are listed to people. */
export const SCENARIOS: ReadonlyMap<string, ScenarioRow> = new Map(
  Object.entries<ScenarioRow>({
    ...SHORT,
    error: { play: playError },
    crash: { play: playCrash },
    slow: { play: playSlow, numbers: SLOW_NUMBERS },
    long: { play: playLong, numbers: LONG_NUMBERS },
    all: { play: playAll },
    tour: { play: playTour },
  }),
)
