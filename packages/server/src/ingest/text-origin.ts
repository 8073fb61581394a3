import type { Json, JsonObject } from '@signalbox/protocol'
import type { TextOrigin } from '@signalbox/protocol/clean'

/** What a payload says of where its text came from: `origin.kind` and `promptSource`, as Claude Code writes them. */
export function textOrigin(payload: JsonObject): TextOrigin {
  const { origin, promptSource = payload.prompt_source } = payload
  const kind = isObject(origin) ? origin.kind : undefined
  return {
    ...(typeof kind === 'string' ? { kind } : {}),
    ...(typeof promptSource === 'string' ? { promptSource } : {}),
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
