import type { Requirement } from './requirement.js'
import { FLOW, type FlowRequirement } from './requirements/flow.js'
import { GATEWAY, type GatewayRequirement } from './requirements/gateway.js'
import { HARMONIZE, type HarmonizeRequirement } from './requirements/harmonize.js'
import { LOG, type LogRequirement } from './requirements/log.js'
import { NOTIFY, type NotifyRequirement } from './requirements/notify.js'
import { RPC, type RpcRequirement } from './requirements/rpc.js'
import { WATCH, type WatchRequirement } from './requirements/watch.js'

export type RequirementId =
  | NotifyRequirement
  | FlowRequirement
  | LogRequirement
  | WatchRequirement
  | RpcRequirement
  | HarmonizeRequirement
  | GatewayRequirement

/** Every requirement there is. A new contract is a new file of requirements, named here. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...Object.values(NOTIFY),
  ...Object.values(FLOW),
  ...Object.values(LOG),
  ...Object.values(WATCH),
  ...Object.values(RPC),
  ...Object.values(HARMONIZE),
  ...Object.values(GATEWAY),
]
