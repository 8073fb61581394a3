export * from './activities.js'
export * from './config.js'
