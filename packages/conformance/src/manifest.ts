import type { Requirement } from './requirement.js'
import { GATEWAY, type GatewayRequirement } from './requirements/gateway.js'
import { HARMONIZE, type HarmonizeRequirement } from './requirements/harmonize.js'
import { NOTIFY, type NotifyRequirement } from './requirements/notify.js'
import { RPC, type RpcRequirement } from './requirements/rpc.js'
import { WATCH, type WatchRequirement } from './requirements/watch.js'

export type RequirementId =
  | NotifyRequirement
  | WatchRequirement
  | RpcRequirement
  | HarmonizeRequirement
  | GatewayRequirement

/** Every requirement there is. A new contract is a new file of requirements, named here. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...Object.values(NOTIFY),
  ...Object.values(WATCH),
  ...Object.values(RPC),
  ...Object.values(HARMONIZE),
  ...Object.values(GATEWAY),
]
