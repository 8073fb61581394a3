import { randomBytes, randomFillSync } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { uuidv7Maker } from '@signalbox/protocol'
import { type Clean, clean } from '@signalbox/protocol/clean'
import { AgentCatalogue } from './agents/catalogue.js'
import { DemoDriver } from './agents/demo/demo-driver.js'
import type { Driver } from './agents/driver.js'
import { RequestCommands } from './commands/requests.js'
import { SessionCommands } from './commands/sessions.js'
import { TurnCommands } from './commands/turns.js'
import { Workspaces } from './commands/workspaces.js'

import { type Config, UsageError } from './config.js'
import { Delivery } from './delivery/delivery.js'
import { Listeners } from './delivery/listeners.js'
import { Typist } from './delivery/typist.js'
import { CODEX_NOTIFY_TYPES } from './dialects/codex-notify.js'
import { RpcDialect } from './dialects/rpc.js'
import { addDocumentsDoor } from './doors/docs/documents-door.js'
import { addAgentsDoor, type Doctor } from './doors/rest/agents-door.js'
import { addEventsDoor } from './doors/rest/events-door.js'
import { addHooksDoor } from './doors/rest/hooks-door.js'
import { addListenersDoor } from './doors/rest/listeners-door.js'
import { addLogsDoor } from './doors/rest/logs-door.js'
import { addNotifyDoor } from './doors/rest/notify-door.js'
import { addOtlpLogsDoor } from './doors/rest/otlp-logs-door.js'
import { addPauseDoor } from './doors/rest/pause-door.js'
import { addRequestsDoor } from './doors/rest/requests-door.js'
import { addSessionsDoor } from './doors/rest/sessions-door.js'
import { addViewersDoor } from './doors/rest/viewers-door.js'
import { addWatchDoor } from './doors/rest/watch-door.js'
import { announcing } from './doors/rpc/announcing.js'
import { CurrentThread } from './doors/rpc/methods/current-thread.js'
import { LastEvent } from './doors/rpc/methods/last-event.js'
import { rpcMethods } from './doors/rpc/methods/rpc-methods.js'
import { addRpcDoor } from './doors/rpc/rpc-door.js'
import { addActivityStream } from './doors/sse/activity-stream.js'
import { openCodexNotifyStream } from './doors/sse/codex-notify-stream.js'
import { addLogStream } from './doors/sse/log-stream.js'
import { addNotificationsStream } from './doors/sse/notifications-stream.js'
import { OpenStreams } from './doors/sse/open-streams.js'
import { addSessionStream } from './doors/sse/session-stream.js'
import { addWatchStream } from './doors/sse/watch-stream.js'
import { GatewayDoor } from './doors/ws/gateway-door.js'
import type { ActivityRunners } from './flows/activity-runner.js'
import { addFlows } from './flows/add-flows.js'
import { DispatchTimeline } from './flows/dispatch-timeline.js'
import { CodexForward } from './forward/codex-forward.js'
import { LogPulse } from './forward/log-pulse.js'
import { harmonized } from './harmonize/harmonized-log.js'
import { Harmonizer } from './harmonize/harmonizer.js'
import { anyHolder } from './held/any-holder.js'
import { HeldRequests } from './held/held-requests.js'
import { HoldPolicy } from './held/hold-policy.js'
import { Authenticator } from './http/auth.js'
import { Devices } from './http/devices.js'
import { FailureLimiter } from './http/failure-limiter.js'
import { writeGatewayFile } from './http/gateway-file.js'
import { Guards } from './http/guards.js'
import { listen, urlOf } from './http/listen.js'
import { PairingCodes } from './http/pairing-codes.js'
import { StaticFiles } from './http/static.js'
import { loadHookToken, loadToken } from './http/token.js'
import { webDirectory } from './http/web-directory.js'
import { Hub } from './hub/hub.js'
import { DEVELOPER, OWNER } from './identity.js'
import { HookIntake } from './ingest/hooks/hook-intake.js'
import { NotifyIntake, type NotifyIntakeOptions } from './ingest/notify-intake.js'
import type { Log, LogHealth } from './log/log.js'
import { LogOpenError } from './log/log-open-error.js'
import { type LogOptions, openLog } from './log/open-log.js'
import { duplicateRecord } from './logs/duplicate-record.js'
import { LogRecords } from './logs/log-records.js'
import { apiError, journalEntry } from './logs/own-entries.js'
import { OwnRecords } from './logs/own-records.js'
import { startOtelExport } from './logs/start-otel-export.js'
import { CodexSources } from './observers/codex/codex-sources.js'
import { GatewayPause } from './pause/gateway-pause.js'
import { LiveSessions } from './sessions/live-sessions.js'
import { DEFAULT_PATIENCE, type Patience } from './sessions/patience.js'
import { Recovery } from './sessions/recovery.js'
import { RequestExpiry } from './sessions/request-expiry.js'
import { SpoolDrain } from './spool/spool-drain.js'
import { takeSpooled } from './spool/take-spooled.js'
import { AccessLog } from './telemetry/access-log.js'
import { Journal } from './telemetry/journal.js'
import { Metrics } from './telemetry/metrics.js'
import { writeToStandardError } from './telemetry/standard-error.js'
import { watchGateway } from './telemetry/watch-gateway.js'
import { Watching } from './watch/watching.js'

/** A running gateway. */
export interface Gateway {
  url: string
  /** A fresh one-time link that pairs the browser it is opened in. */
  pairingLink(): string
  health(): LogHealth
  /** Tells everyone, commits what is under way, closes the log. */
  close(reason: string): Promise<void>
}

/** What the one who starts it brings along, and what only proofs and tests change. */
export type Overrides = Pick<LogOptions, 'synchronous' | 'retention'> & {
  /** Looks whether the agents on this machine reach the gateway. */
  doctor?: Doctor
  report?: (error: unknown) => void
  /** Further agents, each of its own kind. */
  drivers?: Readonly<Record<string, Driver>>
  patience?: Partial<Patience>
  /** How often it is looked whether observed agents are still there. */
  livenessMs?: number
  /** How long those who wait for an answer have to come back after a restart. */
  returnMs?: number
  /** Other ways of doing what flows do. */
  runners?: Partial<ActivityRunners>
  /** Another cleaner of texts. */
  clean?: Clean
  /** Where the lines of the journal go. */
  journal?: (line: string) => void
}

/** After so long of a stop answers in flight are cut off: what comes after them needs its time too, and all of it has 5 s. */
const GRACE_MS = 3_000
/** In any case they have this long. */
const LEAST_GRACE_MS = 250

/** Puts the gateway together: log, hub, sessions, doors. Throws a UsageError where the person who starts it can help. */
export async function startGateway(config: Config, overrides: Overrides = {}): Promise<Gateway> {
  const { synchronous, retention, ...changed } = overrides
  const { report = (error) => console.error(error) } = changed
  const logOptions = { ...(synchronous ? { synchronous } : {}), ...(retention ? { retention } : {}) }
  const { dataDir, restored } = config
  const opening = openLog({ dataDir, restored, report, ...logOptions }).catch((error: unknown) => {
    throw error instanceof LogOpenError ? new UsageError(error.message) : error
  })
  // The threads of the log and the HTTP framework take longest to load: they do it side by side.
  const [log, { createApp }] = await Promise.all([opening, import('./http/app.js')])
  try {
    return await assemble(config, log, createApp, { ...changed, report })
  } catch (error) {
    await log.close()
    throw error
  }
}

async function assemble(
  config: Config,
  store: Log,
  createApp: typeof import('./http/app.js').createApp,
  overrides: Overrides & Required<Pick<Overrides, 'report'>>,
): Promise<Gateway> {
  const { report, drivers = {}, patience = {}, returnMs = config.hold.returnMs } = overrides
  const now = Date.now
  const metrics = new Metrics()
  const write = overrides.journal ?? writeToStandardError
  const { tenantId } = config.dev ? DEVELOPER : OWNER
  const own = new OwnRecords({ notes: store.notes, tenantId, now, kept: config.logs })
  const journal = new Journal({
    level: config.logLevel,
    now,
    write,
    note: (...entry) => own.take(journalEntry(...entry)),
  })
  const log = harmonized(store, new Harmonizer({ clean: overrides.clean ?? clean, journal, metrics }))
  const newId = uuidv7Maker(now, (bytes) => void randomFillSync(bytes))
  const hub = new Hub({ now })
  const rpcDialect = new RpcDialect(log.epoch)
  hub.follow(rpcDialect)
  log.onPublish((events) => hub.publish(events))

  const failures = new FailureLimiter(now)
  const guards = new Guards(config)
  const owner = config.dev ? DEVELOPER : OWNER
  const pause = await GatewayPause.load({ records: log.records, now, tenantId })
  const timeline = await DispatchTimeline.load({ records: log.records, tenantId, epoch: log.epoch })
  const devices = await Devices.load({ records: log.records, owner, now, newId, randomBytes })
  const token = config.token ?? loadToken({ dataDir: config.dataDir, randomBytes })
  const hookToken = wished(journal, () => loadHookToken({ dataDir: config.dataDir, randomBytes }))
  const authenticator = new Authenticator({
    ...{ token, dev: config.dev, guards, devices, failures },
    ...(hookToken === undefined ? {} : { hookToken }),
  })
  const pairingCodes = new PairingCodes({ now, randomBytes, failures })
  const commands = new SessionCommands(log, new Workspaces(join(config.dataDir, 'workspaces'), newId))

  const clock = () => performance.now()
  const agents = new AgentCatalogue({ demo: new DemoDriver(), ...drivers }, config.agents)
  const live = new LiveSessions({
    log,
    agents,
    newId,
    clock,
    mayBegin: () => pause.check(),
    patience: { ...DEFAULT_PATIENCE, silenceMs: config.agentSilenceMs, ...patience },
    report,
  })
  const expiry = new RequestExpiry({ log, now, expireAfterMs: config.requestExpiryMs, report })
  const turns = new TurnCommands(log, live, pause)
  const codex = new CodexSources({ log, journal, tenantId, now, ...config.codex })
  const held = new HeldRequests({
    log,
    clock,
    policy: new HoldPolicy({
      settings: config.hold,
      approversConnected: () => hub.canAnswer,
      attachedElsewhere: (threadId) => codex.attached(threadId),
    }),
  })
  const holder = anyHolder(live, held, codex)
  const requests = new RequestCommands(log, holder)
  const recovery = new Recovery(log, { holder, returnMs })
  const watching = new Watching({
    ...{ log, host: hostname(), now, staleAfterMs: config.staleAfterMs, report },
    ...(overrides.livenessMs === undefined ? {} : { livenessMs: overrides.livenessMs }),
  })
  await recovery.start()

  const accessLog = new AccessLog({ path: join(config.dataDir, 'access.log') })
  const staticFiles = new StaticFiles(webDirectory())
  const app = createApp({
    guards,
    authenticator,
    devices,
    pairingCodes,
    log,
    metrics,
    accessLog,
    staticFiles,
    now,
    clock,
    onFailure: (failure) => own.take(apiError(failure)),
    report,
  })
  const records = new LogRecords({ log, own, dispatch: () => timeline.from(0), report })
  const { strict } = config
  const dispatch = () => timeline.current
  const onDuplicate: NotifyIntakeOptions['onDuplicate'] = (notify, committed) => {
    const about = { ts: now(), dispatch: timeline.current }
    const { sessionId } = committed
    // What is cut off a text keeps the whole of it.
    const length = notify.payload.length
    own.add(about.ts, duplicateRecord(notify, committed, about), { sessionId, length })
  }
  addNotifyDoor(app, { log, strict, dispatch, onDuplicate })
  addEventsDoor(app, { log, strict, dispatch, onDuplicate })
  const hooks = new HookIntake({
    ...{ log, journal, newId },
    servedElsewhere: (threadId) => codex.attached(threadId),
    onHook: (heard) => watching.onHook(heard),
  })
  addHooksDoor(app, { intake: hooks, held, journal })
  const intakes = {
    hooks,
    notify: new NotifyIntake({ log, strict, onDuplicate }),
    strict,
    tenantId: owner.tenantId,
  }
  const spool = new SpoolDrain({
    directory: join(config.dataDir, 'spool'),
    take: (file) => takeSpooled(intakes, file),
    ...{ journal, now, report },
  })
  addOtlpLogsDoor(app, { log, metrics })
  addSessionsDoor(app, { log })
  addPauseDoor(app, { log, pause, commands })
  addRequestsDoor(app, { requests })
  addAgentsDoor(app, { log, agents, ...(overrides.doctor ? { doctor: overrides.doctor } : {}) })
  addDocumentsDoor(app)
  const streams = new OpenStreams({ hub, now, newId, report })
  addSessionStream(app, { log, hub, streams })
  addActivityStream(app, { log, hub, streams })
  addLogsDoor(app, { log, records })
  addLogStream(app, { log, hub, streams, records, now, report })
  addNotificationsStream(app, { log, hub, streams })
  addWatchDoor(app, watching)
  const listeners = await Listeners.load({ records: log.records, tenantId, now })
  const typist = new Typist({ log, waitMs: config.deliveryWaitMs, paused: () => pause.paused })
  const delivery = new Delivery({ log, listeners, journal, tenantId, now, typist })
  addListenersDoor(app, { log, listeners })
  const flows = await addFlows(app, {
    ...{ config, log, timeline, owner, agents, commands, turns, live, typist, pause, journal, metrics },
    ...{ now, clock },
    ...(overrides.runners ? { runners: overrides.runners } : {}),
  })
  const pulse = new LogPulse(log, CODEX_NOTIFY_TYPES)
  addWatchStream(app, {
    ...{ log, hub, streams, watching },
    dialects: {
      'codex-notify': (request, reply) => openCodexNotifyStream({ log, hub, streams, pulse }, request, reply),
    },
  })

  const current = await CurrentThread.load(log, tenantId)
  const rpcStreams = new OpenStreams({ hub, now, newId, report })
  const rpcDeps = { log, hub, dialect: rpcDialect, now, newId, report }
  addRpcDoor(app, {
    ...rpcDeps,
    streams: rpcStreams,
    methods: rpcMethods({
      ...{ log, commands, turns, requests, agents, pause, current, now, newId, records },
      lastEvent: await LastEvent.load(log, tenantId),
      announce: announcing(rpcDeps),
    }),
    currentThread: (tenant) => (tenant === tenantId ? current.sessionId : undefined),
    pause: () => pause.state,
  })

  const gatewayDoor = new GatewayDoor({
    log,
    hub,
    commands,
    turns,
    requests,
    pause,
    authenticator,
    dev: config.dev,
    now,
    newId,
    report,
  })
  addViewersDoor(app, { present: () => gatewayDoor.present(), devices })
  gatewayDoor.listenOn(app.server)
  devices.onRevoked((deviceId) => {
    gatewayDoor.endDevice(deviceId)
    streams.endDevice(deviceId)
    rpcStreams.endDevice(deviceId)
  })
  const forward =
    config.forwardCodexNotify &&
    new CodexForward({ log, pulse, journal, tenantId, command: config.forwardCodexNotify })
  watchGateway(metrics, { log, hub, live, gatewayDoor, rpcStreams })
  const otel = await startOtelExport(records, { tenantId, journal, report })

  try {
    await listen(app, config)
  } catch (error) {
    await app.close()
    throw error
  }
  own.take({ severity: 'info', message: 'gateway started', fields: {} })
  void own.retain()
  await flows.start()
  codex.start()
  watching.start()
  const url = urlOf(app, config)
  wished(journal, () => writeGatewayFile(config.dataDir, url))
  void spool.start()
  void delivery.start().catch(report)

  return {
    url,
    pairingLink: () => `${url}/pair#${pairingCodes.issue().code}`,
    health: () => log.health(),
    async close(reason) {
      const cutOffAt = performance.now() + GRACE_MS
      recovery.stop()
      expiry.close()
      gatewayDoor.refuse()
      const sources = [spool, watching, codex, delivery, typist, flows, ...(forward ? [forward] : [])]
      await Promise.all([live.close(), ...sources.map((source) => source.close())])
      pulse.close()
      held.close()
      gatewayDoor.close(reason)
      streams.close(reason)
      rpcStreams.close(reason)
      hub.close()
      const graceMs = Math.max(LEAST_GRACE_MS, cutOffAt - performance.now())
      const force = setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
      await app.close()
      clearTimeout(force)
      own.take({ severity: 'info', message: 'gateway stopped', fields: { reason } })
      await own.close()
      await otel?.close()
      await log.close()
      await accessLog.flush()
    },
  }
}

/** What hooks would find in the data directory; a disk that takes nothing does not keep the gateway from starting. */
function wished<T>(journal: Journal, write: () => T): T | undefined {
  try {
    return write()
  } catch (error) {
    journal.warn('a file for the hooks of agents cannot be written', { reason: String(error) })
    return undefined
  }
}
