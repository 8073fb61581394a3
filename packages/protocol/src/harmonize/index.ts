export * from './activity.js'
export * from './activity-faults.js'
export * from './canonical-activity.js'
export * from './native-hooks.js'
