export * from './cursor.js'
export * from './dialect/gateway.js'
export * from './errors.js'
export * from './event.js'
export type { CanonicalActivity } from './harmonize/canonical-activity.js'
export * from './json/member-source.js'
export * from './json/too-deep.js'
export * from './notify/canonical-type.js'
export * from './notify/envelope.js'
export * from './registry/frame.js'
export { GITHUB_ACTIONS, type GitHubActionName, type GitHubEventType } from './registry/github-events.js'
export {
  type MessageRow,
  type Permission,
  type PermissionByAction,
  permissionOf,
} from './registry/message-row.js'
export * from './registry/messages.js'
export * from './registry/registry.js'
export type { EventChapter, EventKind, EventRow, Scope } from './registry/row.js'
export * from './registry/shapes.js'
export type { ObjectSchema, Schema, Static } from './schema.js'
export * from './session/decide.js'
export * from './session/fold.js'
export * from './session/snapshot.js'
export * from './session/state.js'
export * from './session/transitions.js'
export * from './uuidv7.js'
export * from './validate.js'
