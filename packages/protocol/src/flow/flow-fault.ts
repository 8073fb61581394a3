import { SignalboxError } from '../errors.js'

/** Where in a document something is. */
export type FlowPath = readonly (string | number)[]

/** The first thing wrong with flows: where, what, and whether it is twice the same rather than wrong in itself. */
export interface FlowFault {
  path: FlowPath
  message: string
  conflict?: true
}

/** A path as people write it: `flows[0].bindings[1].config.level`. */
export function pathText(path: FlowPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** A fault as a sentence. */
export function faultText({ path, message }: FlowFault): string {
  return path.length === 0 ? message : `${pathText(path)} ${message}`
}

/** A fault as it is told to a client; `details` stand beside the field. */
export function faultError(fault: FlowFault, details?: Record<string, unknown>): SignalboxError {
  return new SignalboxError(fault.conflict ? 'conflict' : 'invalidMessage', faultText(fault).slice(0, 500), {
    ...(fault.path.length === 0 ? {} : { field: pathText(fault.path).slice(0, 300) }),
    ...(details === undefined ? {} : { details }),
  })
}
