export { type Config, type ConfigSources, type Flags, resolveConfig, UsageError } from './config.js'
export { type Gateway, type Overrides, startGateway } from './main.js'
