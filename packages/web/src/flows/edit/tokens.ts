import type { EventTypes } from '../flow-api.js'

/** A field that a template can put in, and what it is for instance. */
export interface Token {
  name: string
  example: string
}

/** What every template knows beside the event. */
const ALWAYS: readonly Token[] = [
  { name: 'event_id', example: 'the id of the event' },
  { name: 'trigger_id', example: 'this trigger' },
  { name: 'activity_id', example: 'this activity' },
]
const OUTPUT: Token = { name: 'output_tail', example: 'the end of what the terminal shows' }

/** What can be put into the templates of an activity for a type of event. */
export function tokensOf(type: string, { samples }: EventTypes, withOutput: boolean): Token[] {
  const sample = Object.hasOwn(samples, type) ? samples[type] : undefined
  const fields = Object.entries(sample ?? {}).map(([name, example]) => ({ name, example }))
  return [
    ...fields,
    ...ALWAYS.filter(({ name }) => !sample || !Object.hasOwn(sample, name)),
    ...(withOutput ? [OUTPUT] : []),
  ]
}

/** A text with a token where the cursor was, and where the cursor is then. */
export function insertToken(
  text: string,
  name: string,
  from: number,
  to: number,
): { text: string; cursor: number } {
  const token = `{{${name}}}`
  return { text: text.slice(0, from) + token + text.slice(to), cursor: from + token.length }
}
