import type { Schema } from '../schema.js'

/** The same schema with a sentence for who reads it. */
export function described<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description }
}
