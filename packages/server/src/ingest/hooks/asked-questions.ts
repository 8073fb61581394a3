import type { Json, JsonObject } from '@signalbox/protocol'
import { fieldOf, objectsIn, textField } from './json-object.js'

/** More than this nobody asks at once, or offers to choose from. */
const MOST = 50

/**
 * Questions with options as agents ask them, in our words. Their ids are their places: answers are given back in the
 * same order. Other words than the options are an answer too, unless the agent says otherwise.
 */
export function askedQuestions(asked: Json | undefined): JsonObject[] {
  return objectsIn(asked).slice(0, MOST).map(questionOf)
}

function questionOf(asked: JsonObject, index: number): JsonObject {
  const options = objectsIn(asked.options).slice(0, MOST)
  const labels = options.flatMap((option) => textField(option, 'label') ?? [])
  const descriptions = options.map((option) => textField(option, 'description') ?? '')
  const header = textField(asked, 'header')
  const several = asked.multiSelect === true || asked.multiple === true
  return {
    id: `q${index + 1}`,
    text: textField(asked, 'question') ?? header ?? '',
    type: labels.length === 0 ? 'text' : 'choice',
    ...(labels.length === 0 ? {} : { options: labels }),
    ...(header === undefined ? {} : { header }),
    ...(labels.length === options.length && descriptions.some((text) => text !== '') ? { descriptions } : {}),
    ...(several ? { multiSelect: true } : {}),
    ...(asked.custom === false ? {} : { custom: true }),
  }
}

/** What the fields of a form ask, by the JSON Schema an MCP server gives them; one question where it gives none. */
export function formQuestions(message: string, schema: Json | undefined): JsonObject[] {
  const properties = fieldOf(schema, 'properties')
  const needed = fieldOf(schema, 'required')
  const fields = Object.entries((typeof properties === 'object' && properties) || {}).slice(0, MOST)
  if (fields.length === 0) return [{ id: 'answer', text: message, type: 'confirm' }]
  return fields.map(([id, field]) => ({
    id,
    text: textField(field, 'title') ?? textField(field, 'description') ?? id,
    ...answerType(field),
    ...(Array.isArray(needed) && needed.includes(id) ? { required: true } : {}),
  }))
}

function answerType(field: Json): JsonObject {
  const values = fieldOf(field, 'enum')
  const options = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
  if (options.length > 0) return { type: 'choice', options: options.slice(0, MOST) }
  return { type: fieldOf(field, 'type') === 'boolean' ? 'confirm' : 'text' }
}
