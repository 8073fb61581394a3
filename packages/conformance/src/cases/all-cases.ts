import type { ConformanceCase } from '../case.js'
import { activityStream } from './activity-stream.js'
import { activityUnderLoad } from './activity-under-load.js'
import { autonomy } from './autonomy.js'
import { codexNotifyStream } from './codex-notify-stream.js'
import { codexTypes } from './codex-types.js'
import { everyEvent } from './every-event.js'
import { flowCatalogue } from './flow-catalogue.js'
import { flowConfigCases } from './flow-config.js'
import { flowDeliveries } from './flow-deliveries.js'
import { flowDoors } from './flow-doors.js'
import { flowDryRun } from './flow-dry-run.js'
import { flowFieldCases } from './flow-fields.js'
import { flowFiles } from './flow-files.js'
import { flowTemplates } from './flow-templates.js'
import { flowWebhooks } from './flow-webhooks.js'
import { flowWhere } from './flow-where.js'
import { flowYaml } from './flow-yaml.js'
import { gatewayConnect } from './gateway-connect.js'
import { gatewayEvents } from './gateway-events.js'
import { gatewayFrames } from './gateway-frames.js'
import { gatewayJoin } from './gateway-join.js'
import { gatewayLimits } from './gateway-limits.js'
import { gatewayPeople } from './gateway-people.js'
import { gatewayReads } from './gateway-reads.js'
import { gatewayResume } from './gateway-resume.js'
import { gatewaySessions } from './gateway-sessions.js'
import { gatewayStates } from './gateway-states.js'
import { harmonizeAttention } from './harmonize-attention.js'
import { harmonizeDocuments } from './harmonize-documents.js'
import { harmonizeFields } from './harmonize-fields.js'
import { harmonizeKept } from './harmonize-kept.js'
import { harmonizePrompts } from './harmonize-prompts.js'
import { harmonizeTasks } from './harmonize-tasks.js'
import { harmonizeTexts } from './harmonize-texts.js'
import { harmonizeWires } from './harmonize-wires.js'
import { heldHooks } from './held-hooks.js'
import { hookContext } from './hook-context.js'
import { hookToken } from './hook-token.js'
import { hooks } from './hooks.js'
import { hooksRefused } from './hooks-refused.js'
import { listeners } from './listeners.js'
import { logRecords } from './log-records.js'
import { logStreams } from './log-streams.js'
import { notifyAnswers } from './notify-answers.js'
import { notifyBatch } from './notify-batch.js'
import { notifyChecks } from './notify-checks.js'
import { notifyDuplicates } from './notify-duplicates.js'
import { notifyEnvelope } from './notify-envelope.js'
import { notifyTypes } from './notify-types.js'
import { otlpLogs } from './otlp-logs.js'
import { pausing } from './pausing.js'
import { recordedLate } from './recorded-late.js'
import { recordedTurn } from './recorded-turn.js'
import { recordedWork } from './recorded-work.js'
import { requests } from './requests.js'
import { requestsOverRest } from './requests-over-rest.js'
import { requestsOverTime } from './requests-over-time.js'
import { restarts } from './restarts.js'
import { restartsObserved } from './restarts-observed.js'
import { rpcCursors } from './rpc-cursors.js'
import { rpcEnvelope } from './rpc-envelope.js'
import { rpcGateway } from './rpc-gateway.js'
import { rpcInput } from './rpc-input.js'
import { rpcRecorded } from './rpc-recorded.js'
import { rpcRequests } from './rpc-requests.js'
import { rpcRestarts } from './rpc-restarts.js'
import { rpcStreams } from './rpc-streams.js'
import { rpcThreads } from './rpc-threads.js'
import { rpcTransport } from './rpc-transport.js'
import { rpcTurns } from './rpc-turns.js'
import { settings } from './settings.js'
import { turnCommands } from './turn-commands.js'
import { turnEndings } from './turn-endings.js'
import { watchListCases } from './watch-list.js'
import { watchStates } from './watch-states.js'

/** Every case there is, by contract. */
export const CASES: readonly ConformanceCase[] = [
  ...notifyChecks,
  ...notifyEnvelope,
  ...notifyDuplicates,
  ...notifyTypes,
  ...notifyAnswers,
  ...notifyBatch,
  ...codexTypes,
  ...flowFieldCases,
  ...flowWhere,
  ...flowTemplates,
  ...flowDryRun,
  ...flowConfigCases,
  ...flowYaml,
  ...flowCatalogue,
  ...flowDeliveries,
  ...flowWebhooks,
  ...flowFiles,
  ...flowDoors,
  ...logRecords,
  ...logStreams,
  ...watchStates,
  ...watchListCases,
  ...codexNotifyStream,
  ...hookContext,
  ...heldHooks,
  ...hookToken,
  ...otlpLogs,
  ...hooks,
  ...hooksRefused,
  ...rpcEnvelope,
  ...rpcTransport,
  ...rpcThreads,
  ...rpcTurns,
  ...rpcInput,
  ...rpcRequests,
  ...rpcRecorded,
  ...rpcCursors,
  ...rpcStreams,
  ...rpcGateway,
  ...rpcRestarts,
  ...harmonizeTexts,
  ...harmonizePrompts,
  ...harmonizeFields,
  ...harmonizeKept,
  ...harmonizeTasks,
  ...harmonizeAttention,
  ...harmonizeWires,
  ...harmonizeDocuments,
  ...activityStream,
  ...activityUnderLoad,
  ...listeners,
  ...gatewayConnect,
  ...gatewayFrames,
  ...gatewaySessions,
  ...gatewayJoin,
  ...gatewayResume,
  ...gatewayEvents,
  ...gatewayStates,
  ...gatewayLimits,
  ...gatewayReads,
  ...gatewayPeople,
  ...recordedTurn,
  ...recordedLate,
  ...recordedWork,
  ...turnCommands,
  ...turnEndings,
  ...pausing,
  ...requests,
  ...requestsOverRest,
  ...requestsOverTime,
  ...autonomy,
  ...settings,
  ...restarts,
  ...restartsObserved,
  ...everyEvent,
]
