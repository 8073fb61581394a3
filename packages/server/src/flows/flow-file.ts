import {
  configOf,
  type Flow,
  type FlowConfig,
  type FlowPath,
  faultText,
  flowFileFault,
  flowsOf,
  pathText,
} from '@signalbox/protocol/flow'
import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  stringify,
  visit,
} from 'yaml'
import { structureFault } from './yaml-structure.js'

/** The most bytes of a flow file. */
export const MAX_FILE_BYTES = 1024 * 1024

/** What is wrong with a text of flows, and where. Lines and columns count from 1. */
export interface FlowTextError {
  line?: number
  column?: number
  field?: string
  message: string
  /** It says something twice, rather than something wrong. */
  conflict?: true
}

/** What is wrong with a flow file: which, where in it, what. */
export type FlowFileError = Omit<FlowTextError, 'conflict'> & { file: string }

/** The flows of a text and where each begins, or what is wrong with it. */
export type FlowText = { flows: Flow[]; places: Place[] } | { error: FlowTextError }

export interface Place {
  line: number
  column: number
}

const OPTIONS = {
  schema: 'core',
  version: '1.2',
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
} as const

/** Reads flows as files have them. Never throws, whatever the text is. */
export function readFlowText(text: string): FlowText {
  const structure = structureFault(text)
  if (structure) return { error: { ...placeOf(text, structure.offset), message: structure.message } }
  try {
    return readDocument(text)
  } catch (error) {
    return { error: { message: `is not YAML: ${String(error).slice(0, 200)}` } }
  }
}

/** The same of a file, whose name stands in what is wrong with it. */
export function readFlowFile(file: string, text: string): { flows: Flow[] } | { error: FlowFileError } {
  const read = readFlowText(text)
  if (!('error' in read)) return { flows: read.flows }
  const { conflict, ...error } = read.error
  return { error: { file, ...error } }
}

/** Flows as files have them, to be read by people. */
export function writeFlowText(flows: readonly Flow[]): string {
  return stringify({ version: 1, flows }, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** A text with some of its flows changed, or taken out (null); what is said about the others stays, comments too. */
export function editFlowText(text: string, changes: ReadonlyMap<string, Flow | null>): string {
  const document = parseDocument(text, OPTIONS)
  const flows = document.get('flows')
  if (!isSeq(flows)) throw new Error('a flow file without flows was to be changed')
  flows.items = flows.items.flatMap((node) => {
    const id = isMap(node) ? node.get('id') : undefined
    const change = typeof id === 'string' ? changes.get(id) : undefined
    if (change === undefined) return [node]
    return change === null ? [] : [document.createNode(change, { aliasDuplicateObjects: false })]
  })
  return document.toString({ lineWidth: 0 })
}

/** All flows in one text, and back. */
export function exportConfig(config: FlowConfig): string {
  return writeFlowText(flowsOf(config))
}

export function importConfig(text: string): { config: FlowConfig } | { error: FlowTextError } {
  const read = readFlowText(text)
  return 'error' in read ? read : { config: configOf(read.flows) }
}

function readDocument(text: string): FlowText {
  const lines = new LineCounter()
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const document = parseDocument(text, { ...OPTIONS, lineCounter: lines })
  const [broken] = [...document.errors, ...document.warnings]
  if (broken) {
    const message =
      broken.code === 'MULTIPLE_DOCS'
        ? 'holds more than one document; take out the --- and put all under one flows:'
        : `is not YAML: ${broken.message.split('\n')[0]?.slice(0, 200)}`
    return { error: { ...at(broken.pos[0]), message } }
  }
  const key = keyFault(document)
  if (key) return { error: { ...at(key.offset), message: key.message } }
  if (document.contents === null) return { error: { message: 'is empty; write version: 1 and flows:' } }
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  const fault = flowFileFault(value)
  if (!fault) {
    const { flows } = value as { flows: Flow[] }
    const places = flows.map((_flow, index) => at(offsetOf(document, ['flows', index, 'id'])))
    return { flows, places }
  }
  const error: FlowTextError = {
    ...at(offsetOf(document, fault.path)),
    ...(fault.path.length === 0 ? {} : { field: pathText(fault.path).slice(0, 300) }),
    message: faultText(fault).slice(0, 500),
  }
  return { error: fault.conflict ? { ...error, conflict: true } : error }
}

/** A key that is there twice, or is no text. The parser compares every key with every other, which takes for ever where they are many. */
function keyFault(document: Document): { message: string; offset: number } | undefined {
  let found: { message: string; offset: number } | undefined
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        const name = key === null ? 'null' : isScalar(key) ? String(key.value) : undefined
        if (name !== undefined && !seen.has(name)) {
          seen.add(name)
          continue
        }
        const message = name === undefined ? 'a key must be a text' : `${name.slice(0, 100)} is there twice`
        found = { message, offset: isNode(key) ? (key.range?.[0] ?? 0) : 0 }
        return visit.BREAK
      }
      return undefined
    },
  })
  return found
}

/** Where the node at a path begins, or the last one on the way to it that is there. */
function offsetOf(document: Document, path: FlowPath): number {
  let node: unknown = document.contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const step of path) {
    const next: unknown = isSeq(node) && typeof step === 'number' ? node.items[step] : pairOf(node, step)
    if (next === undefined) break
    const [key, value]: unknown[] = isPair(next) ? [next.key, next.value] : [next, next]
    const shown = isNode(value) && value.range ? value : key
    if (isNode(shown)) offset = shown.range?.[0] ?? offset
    node = value
  }
  return offset
}

function pairOf(node: unknown, key: string | number): unknown {
  return isMap(node)
    ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)
    : undefined
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}
