import { flowEventType } from '@signalbox/protocol/flow'
import { UsageError } from '@signalbox/server/config'

/** The event of a dry run: the id of one that is recorded, a type for a sample of it, or JSON. Throws a sentence. */
export function readEvent(typed: string): object {
  const text = typed.trim()
  if (text === '')
    throw new UsageError(
      'The event is empty; type the ID of a recorded event, an event type, a JSON envelope, or -.',
    )
  if (!text.startsWith('{') && !text.startsWith('['))
    return flowEventType(text) === undefined ? { id: text } : { sample: text }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The event must be valid JSON: ${(error as Error).message}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(
      'The event is one JSON object, for example {"session_id":"Codex 1","payload":{"type":"new-plan"}}.',
    )
  return value
}
