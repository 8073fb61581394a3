import {
  LATER_MESSAGES,
  MESSAGES,
  type MessageRow,
  type MessageType,
  SignalboxError,
  tooDeep,
  validate,
} from '@signalbox/protocol'

export const MAX_MESSAGE_BYTES = 1024 * 1024
const MAX_DEPTH = 64

/** A client message that passed its schema. */
export interface ClientMessage {
  type: MessageType
  ref?: string | number
  row: MessageRow
  fields: Record<string, unknown>
}

/** A refused message, with the `ref` it carried where that could be read. */
export class MessageFault extends Error {
  readonly error: SignalboxError
  readonly ref: string | number | undefined

  constructor(error: SignalboxError, ref?: string | number) {
    super(error.message)
    this.error = error
    this.ref = ref
  }
}

/** Reads one frame: size before parsing, JSON, depth, then the schema of its type. */
export function parseMessage(data: Buffer, isBinary: boolean): ClientMessage {
  if (data.length > MAX_MESSAGE_BYTES)
    throw fault('tooLarge', `a message may have at most ${MAX_MESSAGE_BYTES} bytes`)
  if (isBinary) throw fault('invalidJson', 'send JSON as text frames')
  let value: unknown
  try {
    value = JSON.parse(data.toString('utf8'))
  } catch {
    throw fault('invalidJson', 'this is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fault('invalidMessage', 'a message is a JSON object')
  }
  const fields = value as Record<string, unknown>
  const ref = refIn(fields)
  if (tooDeep(value, MAX_DEPTH))
    throw fault('invalidMessage', `nested deeper than ${MAX_DEPTH} levels`, undefined, ref)
  const { type } = fields
  if (typeof type !== 'string') throw fault('invalidMessage', 'type must be a string', 'type', ref)
  if (LATER_MESSAGES.has(type)) throw fault('notImplemented', `${type} is not available yet`, 'type', ref)
  if (!Object.hasOwn(MESSAGES, type))
    throw fault('invalidMessage', `unknown message type ${type.slice(0, 100)}`, 'type', ref)
  const row: MessageRow = MESSAGES[type as MessageType]
  const wrong = validate(row.fields, fields)
  if (wrong) throw fault('invalidMessage', `${wrong.path} ${wrong.problem}`, wrong.path, ref)
  return { type: type as MessageType, row, fields, ...(ref === undefined ? {} : { ref }) }
}

/** The `ref` of a message that is not looked at any further. */
export function refOf(data: Buffer): string | number | undefined {
  if (data.length > MAX_MESSAGE_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    return typeof value === 'object' && value !== null ? refIn(value) : undefined
  } catch {
    return undefined
  }
}

function refIn({ ref }: { ref?: unknown }): string | number | undefined {
  return typeof ref === 'string' || typeof ref === 'number' ? ref : undefined
}

function fault(
  kind: ConstructorParameters<typeof SignalboxError>[0],
  message: string,
  field?: string,
  ref?: string | number,
): MessageFault {
  return new MessageFault(new SignalboxError(kind, message, field === undefined ? {} : { field }), ref)
}
