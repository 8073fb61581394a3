import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SignalboxError } from '@signalbox/protocol'
import { clean } from '@signalbox/protocol/clean'
import { bindingsOf } from '@signalbox/protocol/flow'
import type { FastifyInstance } from 'fastify'
import type { AgentCatalogue } from '../agents/catalogue.js'
import type { SessionCommands } from '../commands/sessions.js'
import type { TurnCommands } from '../commands/turns.js'
import type { Config } from '../config.js'
import type { Typist } from '../delivery/typist.js'
import { addDeliveriesDoor } from '../doors/rest/deliveries-door.js'
import { addFlowDoor } from '../doors/rest/flow-door.js'
import { addWebhookSecretsDoor } from '../doors/rest/webhook-secrets-door.js'
import { Harmonizer } from '../harmonize/harmonizer.js'
import type { Identity } from '../identity.js'
import type { Commit, Log } from '../log/log.js'
import type { GatewayPause } from '../pause/gateway-pause.js'
import type { LiveSessions } from '../sessions/live-sessions.js'
import { Journal } from '../telemetry/journal.js'
import { Metrics } from '../telemetry/metrics.js'
import { activityRunners } from './activities/activity-runners.js'
import { ActivityProblems } from './activity-problems.js'
import type { ActivityRunners } from './activity-runner.js'
import type { DispatchTimeline } from './dispatch-timeline.js'
import { FlowStore } from './flow-store.js'
import { Flows } from './flows.js'
import { LocalExecutor } from './local-executor.js'
import { WebhookAddresses } from './webhook-address.js'
import { WebhookSecrets } from './webhook-secrets.js'

export interface FlowParts {
  config: Pick<Config, 'dataDir' | 'flows' | 'webhookAllow'>
  log: Log
  timeline: DispatchTimeline
  owner: Identity
  agents: AgentCatalogue
  commands: SessionCommands
  turns: TurnCommands
  live: LiveSessions
  typist: Typist
  pause: GatewayPause
  journal: Journal
  metrics: Metrics
  now: () => number
  clock: () => number
  /** Other ways of doing things, for tests. */
  runners?: Partial<ActivityRunners>
}

/** Flows with everything they need, and their doors. Nothing is matched or done before `start`. */
export async function addFlows(app: FastifyInstance, parts: FlowParts) {
  const { config, log, owner, agents, journal, now } = parts
  const declared = () => agents.list().map(({ id }) => id)
  const secrets = new WebhookSecrets({ records: log.records, now, randomBytes })
  const addresses = new WebhookAddresses({
    allow: config.webhookAllow,
    ownPort: () => (app.server.address() as AddressInfo | null)?.port,
  })
  const store = await FlowStore.open({
    directory: join(config.dataDir, 'flows'),
    agents: declared,
    urlClosed: (url) => addresses.closed(url),
    journal,
  })
  const flows = new Flows({
    ...parts,
    tenantId: owner.tenantId,
    enabled: config.flows.enabled,
    source: store,
    runners: {
      ...activityRunners({ ...parts, secrets, addresses }),
      ...parts.runners,
    },
    executor: (deps) => new LocalExecutor(deps),
    random: Math.random,
  })
  const { enabled } = config.flows
  const problems = new ActivityProblems({ ...parts, agents: declared, addresses })
  addFlowDoor(app, { store, log, enabled, harmonize: quietHarmonizer(), problems, now })
  addDeliveriesDoor(app, {
    log,
    bindingsOf: (id) => boundTo(store, id),
    wake: () => flows.wake(),
  })
  addWebhookSecretsDoor(app, {
    secrets,
    hasTrigger: (id) => store.current.config.triggers.some((trigger) => trigger.id === id),
  })
  return {
    store,
    /** To be called when the gateway listens. */
    start: () => flows.start(),
    async close(): Promise<void> {
      await store.close()
      await flows.close()
    },
  }
}

/** What a trigger sets off as it is now; undefined where there is none. */
function boundTo({ state, current: { config } }: FlowStore, id: string) {
  if (state !== 'ready')
    throw new SignalboxError('flowsUnavailable', `flows cannot be read: ${state.unreadable}`)
  return config.triggers.some((trigger) => trigger.id === id) ? bindingsOf(config, id) : undefined
}

/** What is only tried is neither counted nor told of. */
function quietHarmonizer() {
  const journal = new Journal({ level: 'error', now: () => 0, write: () => {} })
  const harmonizer = new Harmonizer({ clean, journal, metrics: new Metrics() })
  return (commit: Commit) => harmonizer.harmonize(commit)
}
