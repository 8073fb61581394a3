import { batches } from './rows/batches.mjs'
import { cleaner } from './rows/cleaner.mjs'
import { cleaningShare } from './rows/cleaning-share.mjs'
import {
  fanOutToHundred,
  fanOutToThousand,
  logStreamToFifty,
  rpcFanOutTogether,
  rpcFanOutToHundred,
} from './rows/fan-out.mjs'
import { flowDeliveries, flowDryRun, flowDryRunTargets, flowsIngest } from './rows/flows.mjs'
import { hookAlone, hookCurl, hookNode } from './rows/hook.mjs'
import { idleConnection, idleStream } from './rows/idle-connection.mjs'
import { ingest } from './rows/ingest.mjs'
import { join } from './rows/join.mjs'
import { joinMidTurn } from './rows/join-mid-turn.mjs'
import { latency } from './rows/latency.mjs'
import { liveSessions } from './rows/live-sessions.mjs'
import { memoryMillion } from './rows/memory-million.mjs'
import { replay } from './rows/replay.mjs'
import { replayMemory } from './rows/replay-memory.mjs'
import { rpcRoundTrip } from './rows/rpc.mjs'
import { stalled } from './rows/stalled.mjs'
import { stalledClosed } from './rows/stalled-closed.mjs'
import { start } from './rows/start.mjs'
import { turnDeltasGathered, turnDeltasSingle } from './rows/turn-deltas.mjs'
import { turnMemory } from './rows/turn-memory.mjs'
import { watchSessions } from './rows/watch-sessions.mjs'

/**
 * Every row, in the order they run. Those that measure memory or long waits come last: they run while others wait, and
 * nothing that is measured in time runs beside them.
 * @type {readonly import('./run-rows.mjs').Row[]}
 */
export const ROWS = [
  ingest,
  batches,
  cleaner,
  cleaningShare,
  fanOutToHundred,
  fanOutToThousand,
  rpcFanOutToHundred,
  rpcFanOutTogether,
  logStreamToFifty,
  turnDeltasGathered,
  turnDeltasSingle,
  latency,
  rpcRoundTrip,
  stalled,
  liveSessions,
  watchSessions,
  flowsIngest,
  flowDeliveries,
  flowDryRun,
  flowDryRunTargets,
  start,
  hookCurl,
  hookNode,
  hookAlone,
  replay,
  join,
  joinMidTurn,
  replayMemory,
  turnMemory,
  memoryMillion,
  stalledClosed,
  idleStream,
  idleConnection,
]
