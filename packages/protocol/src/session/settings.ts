import type { Json } from '../event.js'
import { SessionSettings } from '../registry/shapes.js'
import type { Schema } from '../schema.js'
import { validate } from '../validate.js'

/** The settings after a change of some of them; a value that is none leaves the setting as it was. */
export function withSettings(
  settings: Required<SessionSettings>,
  change: Json | undefined,
): Required<SessionSettings> {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return settings
  const fitting = Object.entries(change).filter(([key, value]) => {
    const schema: Schema | undefined = Object.hasOwn(settings, key)
      ? SessionSettings.properties[key]
      : undefined
    return schema !== undefined && validate(schema, value) === undefined
  })
  return { ...settings, ...Object.fromEntries(fitting) }
}
