export { type Config, type ConfigSources, type Flags, resolveConfig, UsageError } from './config.js'
export type { Doctor } from './doors/rest/agents-door.js'
export { reachable } from './http/gateway-file.js'
export { type Gateway, type Overrides, startGateway } from './main.js'
