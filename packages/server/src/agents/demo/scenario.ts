import type { Stage } from './stage.js'

/** How a turn can end before everything was played. */
export type Ending = { kind: 'error'; message: string } | { kind: 'gone'; why: string }

/** A script for the stage. What it returns ends the turn; nothing: the next scenario is played. */
export type Scenario = (stage: Stage, numbers: readonly number[]) => Promise<Ending | undefined>

/** A number that may follow the name of a scenario after a colon. */
export interface NumberRule {
  name: string
  min: number
  max: number
}

/** A line of the table of scenarios. */
export interface ScenarioRow {
  play: Scenario
  /** Which numbers it takes, in order; all may be left out. */
  numbers?: readonly NumberRule[]
}
