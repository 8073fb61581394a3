import { type JsonObject, SignalboxError, validate } from '@signalbox/protocol'
import { type InputMessage, type RpcMethodName, readInput, rpcMethodOf } from '@signalbox/protocol/rpc'

/** The params of a call. Left out or null they are none; so is a member that is null. Throws which field is at fault. */
export function readParams(name: RpcMethodName, given: unknown): JsonObject {
  const { required = [], properties } = rpcMethodOf(name).params
  // What takes none is not hindered by any.
  if (Object.keys(properties).length === 0) return {}
  const params = objectIn(given)
  for (const field of ORDERS[name] ?? required) {
    if (field === 'input') params.input = inputIn(params.input)
    else needId(params, field)
  }
  const wrong = validate(rpcMethodOf(name).params, params)
  if (wrong) throw refused(wrong.path.slice(0, 100), REASONS[`${name} ${wrong.path}`] ?? wrong.problem)
  return params
}

/** What is looked at first, where it is not the order of the schema: whom it is for, when there is something to say. */
const ORDERS: Partial<Record<RpcMethodName, readonly string[]>> = {
  'turn/start': ['input', 'thread_id'],
}

/** How some faults have always been told. */
const REASONS: Readonly<Record<string, string>> = {
  'holon/logStream max_lines': 'must be between 1 and 10000',
}

function objectIn(given: unknown): JsonObject {
  if (given === undefined || given === null) return {}
  if (Array.isArray(given) && given.length === 0) return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw refused('params', 'must be an object')
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as JsonObject
}

/** As the schema has it: what was left out is said. */
function inputIn(input: unknown): JsonObject[] {
  return readInput(input).map(({ role, parts }) => ({
    type: 'message',
    role,
    content: parts.map((text) => ({ type: 'input_text', text })),
  }))
}

/** The messages of an input that was read. */
export function messagesIn(input: readonly InputRead[]): InputMessage[] {
  return input.map(({ role = 'user', content }) => ({ role, parts: content.map(({ text }) => text) }))
}

interface InputRead {
  role?: string
  content: readonly { text: string }[]
}

function needId(params: JsonObject, field: string): void {
  const value = params[field]
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) {
    throw refused(field, 'is required')
  }
}

function refused(field: string, problem: string): SignalboxError {
  return new SignalboxError('invalidMessage', `${field} ${problem}`, { field })
}
