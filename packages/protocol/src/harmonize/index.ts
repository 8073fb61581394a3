export * from './canonical-activity.js'
export * from './native-hooks.js'
