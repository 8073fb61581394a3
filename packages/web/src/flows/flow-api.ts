/** What the API of flows says, in its own words. The catalogue decides what a form asks for. */

export interface CatalogueField {
  key: string
  label: string
  type: 'string' | 'bool' | 'int'
  required?: boolean
  default?: string | boolean | number
  options?: readonly string[]
  description: string
}

export interface CatalogueActivity {
  id: string
  label: string
  description: string
  fields: readonly CatalogueField[]
  /** At least one of these must be given. */
  one_of?: readonly string[]
}

export interface EventTypes {
  event_types: readonly string[]
  /** What each of them looks like to a trigger: fields and example values. */
  samples: Readonly<Record<string, Readonly<Record<string, string>>>>
  descriptions: Readonly<Record<string, string>>
}

export interface FlowBinding {
  activity_id: string
  config: Readonly<Record<string, unknown>>
}

export interface FlowTrigger {
  id: string
  label?: string
  event_type: string
  where?: Readonly<Record<string, string>>
  bindings: readonly FlowBinding[]
}

export interface FlowConfig {
  triggers: readonly Omit<FlowTrigger, 'bindings'>[]
  bindings_by_trigger_id: Readonly<Record<string, readonly FlowBinding[]>>
}

export interface FlowFileError {
  file: string
  line?: number
  column?: number
  field?: string
  message: string
}

export interface FlowWarning {
  trigger_id: string
  field: string
  message: string
}

export interface FlowFiles {
  storage_path: string
  state: 'ready' | 'unreadable' | 'off'
  /** Why they cannot be read. */
  reason?: string
  files: readonly { file: string; trigger_id?: string; error?: FlowFileError }[]
  warnings: readonly FlowWarning[]
}

export interface RenderedActivity {
  activity_id: string
  index: number
  rendered: Readonly<Record<string, unknown>>
  problem?: string
}

export interface FlowMatch {
  trigger_id: string
  label?: string
  /** Which event it matches: that of an envelope, or one that comes with it. */
  event_type?: string
  activities: readonly RenderedActivity[]
  problem?: string
}

export interface DryRun {
  event: { id?: string; type: string; session_id: string }
  fields: Readonly<Record<string, string>>
  matches: readonly FlowMatch[]
  unmatched: readonly { trigger_id: string; reason: string }[]
}

/** An event a dry run can be made on. */
export interface RecentEvent {
  id: string
  type: string
  session_id: string
  timestamp: string
  summary: string
  /** As a notify client called it. */
  notify_type?: string
}
