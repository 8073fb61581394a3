import type { Json, JsonObject } from '@signalbox/protocol'

/** Reads what Codex says without trusting its shape: another version may say it otherwise. */
export function objectIn(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** A field of its own, never one every object has. */
export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  const object = objectIn(value)
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}

export function textIn(value: Json | undefined, name: string): string | undefined {
  const told = fieldOf(value, name)
  return typeof told === 'string' ? told : undefined
}

export function numberIn(value: Json | undefined, name: string): number | undefined {
  const told = fieldOf(value, name)
  return typeof told === 'number' && Number.isFinite(told) ? told : undefined
}

export function listIn(value: Json | undefined, name: string): Json[] {
  const told = fieldOf(value, name)
  return Array.isArray(told) ? told : []
}
