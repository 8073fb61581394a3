import type { ActivityId } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { sharedCrew } from './activities/crew.fixture.js'
import { sendToTerminal } from './activities/send-to-terminal.js'
import { spawnAgentSession } from './activities/spawn-agent-session.js'
import { toastNotification } from './activities/toast-notification.js'
import type { ActivityRunner } from './activity-runner.js'
import { MAX_DEPTH } from './loop-guard.js'
import { FlowSourceInHand, runnersInHand, startFlows } from './testing.js'

const crew = sharedCrew()
let cases = 0

/** The runner, with an agent that asks for something and ends the turn it is given. */
function withAgent(runner: ActivityRunner): ActivityRunner {
  return {
    ...runner,
    async run(task, signal) {
      const outcome = await runner.run(task, signal)
      const { session_id: sessionId } = (outcome.response ?? {}) as { session_id?: string }
      if (outcome.ok && outcome.turnId && sessionId) await endTurn(sessionId)
      return outcome
    },
  }
}

async function endTurn(sessionId: string): Promise<void> {
  const agent = crew().agentOf(sessionId)
  await agent.say('permission_requested', { requestId: 'p1', toolName: 'bash', description: 'ls' })
  await agent.say('turn_complete', { finalText: 'Done.' })
}

interface Loop {
  type: string
  where?: Record<string, string>
  activity: ActivityId
  config: Record<string, unknown>
}

/** One flow that answers to what it does itself, set off by a turn of a person: how long the chains of what it did became. */
async function chains({ type, where = {}, activity, config }: Loop): Promise<Record<string, number[]>> {
  const { log, commands, turns, owner } = crew()
  const triggerId = `loop-${++cases}`
  const { flows } = await startFlows(log, {
    source: new FlowSourceInHand({
      version: 1,
      triggers: [{ id: triggerId, event_type: type, where }],
      bindings_by_trigger_id: { [triggerId]: [{ activity_id: activity, config }] },
    }),
    runners: runnersInHand({
      spawn_agent_session: withAgent(spawnAgentSession(crew())),
      send_to_terminal: withAgent(sendToTerminal(crew())),
      toast_notification: toastNotification({ log }),
    }),
  })
  const caller = { identity: owner, via: 'ws' }
  const sessionId = await commands.create(caller, { agentType: 'deaf' })
  await turns.start(caller, sessionId, { text: 'hello' })
  await endTurn(sessionId)
  const data = { level: 'info', message: 'hello', triggerId: 'nobody', deliveryId: 'e/nobody/0' }
  await log.commit({
    tenantId: 'local',
    session: { by: 'id', id: sessionId },
    drafts: [{ type: 'toast', source: { agent: 'signalbox', via: 'flow' }, data }],
  })
  for (;;) {
    const page = await log.reader.deliveries({ tenantId: 'local', triggerId, limit: 1_000 })
    // Not what the case before has set off.
    const deliveries = page.deliveries.filter(({ chain }) => chain.every((id) => id === triggerId))
    const isBusy =
      flows.lag > 0 || deliveries.some(({ status }) => status === 'pending' || status === 'running')
    const isStopped = deliveries.some(({ status }) => status === 'stopped')
    // Where nothing stops it, it would go on for ever.
    if ((isStopped && !isBusy) || deliveries.length > 150) {
      const found: Record<string, number[]> = {}
      for (const { status, chain } of deliveries)
        found[status] = [...(found[status] ?? []), chain.length].sort()
      return found
    }
  }
}

describe('a flow that sets itself off is stopped', () => {
  const fresh = { agent_id: 'coder', reuse_if_running: false, message_template: 'go' }
  const again = { agent_id: 'coder', message_template: 'go' }
  const spawn = { activity: 'spawn_agent_session' } as const
  const say = {
    activity: 'send_to_terminal',
    config: { target_agent_name: 'coder', message_template: 'x' },
  } as const
  // Where a session says something several times, one of them is enough: each answers to each otherwise.
  const loops: Loop[] = [
    { type: 'session_created', ...spawn, config: fresh },
    { type: 'session_created', ...spawn, config: { ...fresh, message_template: '' } },
    { type: 'session_state', where: { state: 'activating' }, ...spawn, config: fresh },
    { type: 'session_updated', where: { 'session.status': 'activating' }, ...spawn, config: fresh },
    { type: 'session_state', where: { reason: 'turn_complete' }, ...spawn, config: again },
    { type: 'session_updated', where: { 'session.status': 'ready' }, ...spawn, config: again },
    { type: 'turn_started', ...spawn, config: again },
    { type: 'turn_complete', ...spawn, config: again },
    { type: 'user_message', ...spawn, config: again },
    { type: 'attention_raised', ...spawn, config: again },
    { type: 'attention_cleared', ...spawn, config: again },
    { type: 'turn_complete', ...say },
    { type: 'user_message', ...say },
    {
      type: 'toast',
      activity: 'toast_notification',
      config: { level: 'info', message_template: 'x' },
    },
  ]
  it.each(loops)('$type → $activity $config', async (loop) => {
    const { done = [], stopped = [], ...others } = await chains(loop)
    expect(others).toEqual({})
    expect([Math.max(...done), new Set(stopped)]).toEqual([MAX_DEPTH, new Set([MAX_DEPTH + 1])])
  })
})
