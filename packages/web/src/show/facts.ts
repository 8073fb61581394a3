import { oneLine } from '@signalbox/protocol/harmonize'

const LONGEST = 160

/** What a tool call does, in one line: `Read src/auth.ts`, `Run npm test`. */
export function toolFact(toolName: string, _args: unknown): string {
  return oneLine(toolName, LONGEST) || 'Tool'
}
