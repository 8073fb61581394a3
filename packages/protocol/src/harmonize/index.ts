export * from './activity.js'
export * from './activity-faults.js'
export * from './activity-marks.js'
export * from './canonical-activity.js'
