import { SignalboxError } from '../errors.js'

/** One message of a person to the agent, as its parts. */
export interface InputMessage {
  role: string
  parts: string[]
}

const PART_TYPES: ReadonlySet<unknown> = new Set(['input_text', 'text'])

/** The messages of an input. Throws what is wrong with it first, and with which field; kept text is as it was given. */
export function readInput(input: unknown): InputMessage[] {
  if (input === undefined || input === null) throw required('input')
  if (!Array.isArray(input)) throw wrong('input', 'must be an array')
  if (input.length === 0) throw required('input')
  return input.map((message, index) => readMessage(message, `input[${index}]`))
}

/** What the agent is given of them. */
export function inputText(messages: readonly InputMessage[]): string {
  return messages.map(messageText).join('\n\n')
}

/** One message as one text. */
export function messageText({ parts }: InputMessage): string {
  return parts.join('\n')
}

function readMessage(message: unknown, path: string): InputMessage {
  const { type, role, content } = objectAt(message, path)
  if (word(type, `${path}.type`, 'message') !== 'message') throw wrong(`${path}.type`, "must be 'message'")
  const said = word(role, `${path}.role`, 'user')
  if (content === undefined || content === null) throw required(`${path}.content`)
  if (!Array.isArray(content)) throw wrong(`${path}.content`, 'must be an array')
  if (content.length === 0) throw required(`${path}.content`)
  return { role: said, parts: content.map((part, index) => readPart(part, `${path}.content[${index}]`)) }
}

function readPart(part: unknown, path: string): string {
  const { type, text } = objectAt(part, path)
  if (!PART_TYPES.has(word(type, `${path}.type`, 'input_text'))) {
    throw wrong(`${path}.type`, "must be 'input_text' or 'text'")
  }
  if (text === undefined || text === null) throw required(`${path}.text`)
  if (typeof text !== 'string') throw wrong(`${path}.text`, 'must be a string')
  if (text.trim() === '') throw required(`${path}.text`)
  return text
}

/** A word that may be left out; what stands around it does not count. */
function word(value: unknown, path: string, unsaid: string): string {
  if (value === undefined || value === null) return unsaid
  if (typeof value !== 'string') throw wrong(path, 'must be a string')
  return value.trim() || unsaid
}

function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw wrong(path, 'must be an object')
}

function required(field: string): SignalboxError {
  return wrong(field, 'is required')
}

function wrong(field: string, problem: string): SignalboxError {
  return new SignalboxError('invalidMessage', `${field} ${problem}`, { field })
}
