import { clean } from '../harmonize/clean.js'

/** Fields of a notify payload that say most, best first. */
const TELLING = [
  'message',
  'summary',
  'heading',
  'prompt',
  'command',
  'description',
  'last-assistant-message',
  'last_assistant_message',
  'text',
] as const

/**
 * What a person should read of a notify payload: its most telling text, cleaned; undefined when it has none. The payload
 * itself stays as it was sent.
 */
export function notifyText(payload: Readonly<Record<string, unknown>>, agent?: string): string | undefined {
  const said = TELLING.map((field) => payload[field]).find(isText)
  return said === undefined ? undefined : clean(said, agent === undefined ? {} : { agent }).text
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
