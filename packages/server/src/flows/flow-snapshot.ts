import { createHash } from 'node:crypto'
import {
  type CompiledTriggers,
  compileTriggers,
  configOf,
  type Flow,
  type FlowConfig,
  type FlowSurroundings,
  type FlowWarning,
  flowWarnings,
  MAX_TRIGGERS,
} from '@signalbox/protocol/flow'
import { fileStem } from './file-stem.js'
import type { ReadFile } from './flow-directory.js'
import type { FlowFileError } from './flow-file.js'

/** One trigger and the file it is in, or a file that cannot be used. */
export interface FlowFileState {
  file: string
  trigger_id?: string
  error?: FlowFileError
}

/** The flows as they are just now. */
export interface FlowSnapshot {
  config: FlowConfig
  triggers: CompiledTriggers
  files: readonly FlowFileState[]
  errors: readonly FlowFileError[]
  warnings: readonly FlowWarning[]
  /** Another one whenever anything of it is. */
  revision: string
}

/** What the flows of files are put together with. */
export interface Surroundings extends FlowSurroundings {
  /** Triggers that come first. */
  order: readonly string[]
  /** The flows as they were: what is in use stays in use. */
  before?: Pick<FlowSnapshot, 'files'>
}

/**
 * The flows of all files. A file that cannot be used takes only itself out. A trigger that is in two files is that of the
 * file it was in before; at first of the one that is called after it, else of the first by name. In the other file it is
 * left out, alone.
 */
export function flowSnapshot(files: Iterable<ReadFile>, around: Surroundings): FlowSnapshot {
  const all = [...files]
  const owners = ownersOf(all, around.before)
  const flows: Flow[] = []
  const states: FlowFileState[] = []
  for (const file of all) {
    const { used, errors } = partsOf(file, owners, MAX_TRIGGERS - flows.length)
    flows.push(...used)
    states.push(...used.map(({ id }) => ({ file: file.name, trigger_id: id })))
    states.push(...errors.map((error) => ({ file: file.name, error })))
  }
  const config = configOf(inOrder(flows, around.order))
  const errors = states.flatMap(({ error }) => (error ? [error] : []))
  return {
    config,
    errors,
    files: states,
    triggers: compileTriggers(config),
    warnings: flowWarnings(config, around),
    revision: createHash('sha256')
      .update(JSON.stringify([config, errors]))
      .digest('base64url')
      .slice(0, 22),
  }
}

/** The file each trigger that is used is in. */
export function usedFrom({ files }: Pick<FlowSnapshot, 'files'>): ReadonlyMap<string, string> {
  return new Map(files.flatMap(({ file, trigger_id: id }) => (id === undefined ? [] : [[id, file]])))
}

/** The file each trigger is taken from. */
function ownersOf(
  files: readonly ReadFile[],
  before: Pick<FlowSnapshot, 'files'> = { files: [] },
): ReadonlyMap<string, string> {
  const was = usedFrom(before)
  const owners = new Map<string, string>()
  for (const { name, content } of files) {
    if ('error' in content) continue
    for (const { id } of content.flows) {
      const other = owners.get(id)
      const own = `${fileStem(id)}.flow.yaml`
      const goesFirst = name === was.get(id) || (name === own && other !== was.get(id))
      if (other === undefined || goesFirst) owners.set(id, name)
    }
  }
  return owners
}

/** What of a file is used, and what is wrong with it. */
function partsOf(
  { name: file, content }: ReadFile,
  owners: ReadonlyMap<string, string>,
  room: number,
): { used: Flow[]; errors: FlowFileError[] } {
  if ('error' in content) {
    const { conflict, ...error } = content.error
    return { used: [], errors: [{ file, ...error }] }
  }
  const used = content.flows.filter(({ id }) => owners.get(id) === file)
  if (used.length > room)
    return { used: [], errors: [{ file, message: `makes more than ${MAX_TRIGGERS} triggers` }] }
  const rest = used.length > 0 ? '; the other flows of this file are used' : ''
  const errors = content.flows.flatMap(({ id }, index): FlowFileError[] => {
    const owner = owners.get(id)
    if (owner === file) return []
    const message = `${id} is in ${owner} already, and that one is used${rest}`
    return [{ file, ...content.places[index], field: `flows[${index}].id`, message }]
  })
  return { used, errors }
}

function inOrder(flows: readonly Flow[], order: readonly string[]): Flow[] {
  const rank = new Map(order.map((id, index) => [id, index]))
  const rankOf = ({ id }: Flow) => rank.get(id) ?? order.length
  return [...flows].sort((a, b) => rankOf(a) - rankOf(b))
}
