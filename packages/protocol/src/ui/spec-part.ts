import type { UiSpec } from './finished-spec.js'
import type { Operation } from './operation.js'

/** What agent text turns into: prose, and the life of a piece of interface, each part one event. */
export type SpecPart =
  | { kind: 'text'; text: string }
  | { kind: 'start'; uiId: string; catalogId: string }
  | { kind: 'patch'; uiId: string; patch: Operation }
  | { kind: 'complete'; uiId: string; spec: UiSpec }
  | { kind: 'error'; uiId: string; message: string }
