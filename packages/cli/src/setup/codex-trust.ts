import { createHash } from 'node:crypto'

/** What Codex takes for one and the same hook: whoever changes any of it is asked anew. */
export interface TrustedHook {
  event: string
  matcher?: string
  command: string
  timeout: number
}

/** `PreToolUse` as Codex writes it in keys: `pre_tool_use`. */
export function snakeName(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
}

/** The name under which Codex remembers its trust in a handler: file, event, group and handler by their numbers. */
export function trustKey(file: string, event: string, group: number, handler: number): string {
  return `${file}:${snakeName(event)}:${group}:${handler}`
}

/** The hash by which Codex knows a hook again: of its JSON with sorted keys and without blanks. */
export function trustHash({ event, matcher, command, timeout }: TrustedHook): string {
  const hook = {
    event_name: snakeName(event),
    hooks: [{ async: false, command, timeout, type: 'command' }],
    ...(matcher === undefined ? {} : { matcher }),
  }
  return `sha256:${createHash('sha256').update(JSON.stringify(hook)).digest('hex')}`
}
