import { isDeepStrictEqual } from 'node:util'
import type { Flow } from '@signalbox/protocol/flow'
import type { FileChange } from './change-files.js'
import { fileStem } from './file-stem.js'
import type { ReadFile } from './flow-directory.js'
import { editFlowText, writeFlowText } from './flow-file.js'
import { type FlowSnapshot, usedFrom } from './flow-snapshot.js'

/**
 * What has to be done to the files so that they hold these flows and no others. A file whose flows stay as they are is
 * not touched, and neither is one that cannot be used: somebody is at work on it.
 */
export function flowChanges(
  files: ReadonlyMap<string, ReadFile>,
  snapshot: FlowSnapshot,
  wanted: readonly Flow[],
): FileChange[] {
  const open = new Map(wanted.map((flow) => [flow.id, flow]))
  const written: FileChange[] = []
  const removed: FileChange[] = []
  const used = usedFrom(snapshot)
  for (const file of files.values()) {
    const all = 'error' in file.content ? [] : file.content.flows
    const flows = all.filter(({ id }) => used.get(id) === file.name)
    const changes = new Map<string, Flow | null>()
    for (const flow of flows) {
      const next = open.get(flow.id) ?? null
      open.delete(flow.id)
      if (!isDeepStrictEqual(next, flow)) changes.set(flow.id, next)
    }
    if (changes.size === 0) continue
    // What of it is not used stays, too.
    const stays = all.some(({ id }) => changes.get(id) !== null)
    if (stays) written.push({ name: file.name, text: changedText(file, all, changes) })
    else removed.push({ name: file.name, text: null })
  }
  const taken = new Set([...files.keys()].map((name) => name.toLowerCase()))
  for (const flow of open.values()) {
    const name = freeName(flow.id, taken)
    taken.add(name)
    written.push({ name, text: writeFlowText([flow]) })
  }
  return [...written, ...removed]
}

/** A file of one flow is written anew: it holds nothing else. */
function changedText(
  { text }: ReadFile,
  flows: readonly Flow[],
  changes: ReadonlyMap<string, Flow | null>,
): string {
  const [only] = flows
  const next = only && changes.get(only.id)
  return flows.length === 1 && next ? writeFlowText([next]) : editFlowText(text, changes)
}

/** The name of the file of a new trigger; two ids that look alike as names get two files. */
function freeName(id: string, taken: ReadonlySet<string>): string {
  const stem = fileStem(id)
  for (let count = 1; ; count++) {
    const name = `${stem}${count === 1 ? '' : `-${count}`}.flow.yaml`
    if (!taken.has(name)) return name
  }
}
