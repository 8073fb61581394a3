import { expect, it } from 'vitest'
import { type ActivityDeps, activityRunners } from './activity-runners.js'

it('says of each activity what becomes of one that a kill cut short', () => {
  const runners = activityRunners({} as ActivityDeps)
  const afterCrash = Object.entries(runners).map(([id, runner]) => [id, runner.afterCrash])
  expect(Object.fromEntries(afterCrash)).toEqual({
    // Its delivery is its submission key: twice is one event.
    toast_notification: 'again',
    // Its receiver knows it by the Idempotency-Key.
    post_webhook: 'again',
    // What was typed cannot be taken back, nor told from what was not.
    send_to_terminal: 'unknown',
    // Its delivery is its clientTurnId: twice is one turn.
    spawn_agent_session: 'again',
  })
})
