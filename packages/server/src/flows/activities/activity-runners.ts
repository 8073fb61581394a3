import type { Log } from '../../log/log.js'
import type { ActivityRunners } from '../activity-runner.js'
import { type PostWebhookDeps, postWebhook } from './post-webhook.js'
import { type SendToTerminalDeps, sendToTerminal } from './send-to-terminal.js'
import { type SpawnDeps, spawnAgentSession } from './spawn-agent-session.js'
import { toastNotification } from './toast-notification.js'

/** What activities are done with. */
export type ActivityDeps = { log: Log } & PostWebhookDeps & SendToTerminalDeps & SpawnDeps

/** Everything a flow can do, by the id of the activity. */
export function activityRunners(deps: ActivityDeps): ActivityRunners {
  return {
    toast_notification: toastNotification(deps),
    post_webhook: postWebhook(deps),
    send_to_terminal: sendToTerminal(deps),
    spawn_agent_session: spawnAgentSession(deps),
  }
}
