import type { ConformanceCase } from '../case.js'
import { codexTypes } from './codex-types.js'
import { gatewayConnect } from './gateway-connect.js'
import { gatewayEvents } from './gateway-events.js'
import { gatewayFrames } from './gateway-frames.js'
import { gatewayJoin } from './gateway-join.js'
import { gatewayLimits } from './gateway-limits.js'
import { gatewayReads } from './gateway-reads.js'
import { gatewayResume } from './gateway-resume.js'
import { gatewaySessions } from './gateway-sessions.js'
import { gatewayStates } from './gateway-states.js'
import { notifyAnswers } from './notify-answers.js'
import { notifyBatch } from './notify-batch.js'
import { notifyChecks } from './notify-checks.js'
import { notifyDuplicates } from './notify-duplicates.js'
import { notifyEnvelope } from './notify-envelope.js'
import { notifyTypes } from './notify-types.js'

/** Every case there is, by contract. */
export const CASES: readonly ConformanceCase[] = [
  ...notifyChecks,
  ...notifyEnvelope,
  ...notifyDuplicates,
  ...notifyTypes,
  ...notifyAnswers,
  ...notifyBatch,
  ...codexTypes,
  ...gatewayConnect,
  ...gatewayFrames,
  ...gatewaySessions,
  ...gatewayJoin,
  ...gatewayResume,
  ...gatewayEvents,
  ...gatewayStates,
  ...gatewayLimits,
  ...gatewayReads,
]
