import type { JsonObject } from '@signalbox/protocol'

/** Lines as Claude Code 2.1.325 writes them into its transcript, without what no reader looks at. */
const SESSION = 'cf667118-e3b5-4387-9615-fea39a4c8ab5'
const base = { isSidechain: false, sessionId: SESSION, cwd: '/home/dev/project', version: '2.1.325' }
const USAGE = {
  input_tokens: 1200,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 300,
  output_tokens: 42,
  service_tier: 'standard',
}
const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."

const line = (fields: JsonObject) => JSON.stringify({ ...base, ...fields })
const user = (promptId: string, content: JsonObject[] | string, more: JsonObject = {}) =>
  line({ promptId, type: 'user', message: { role: 'user', content }, ...more })

export const TRANSCRIPT = {
  session: SESSION,
  prompt: (promptId: string, content = 'Fix it') =>
    user(promptId, content, { uuid: `u-${promptId}`, origin: { kind: 'human' }, promptSource: 'typed' }),
  /** One block of an answer; all blocks of it have its id and what all of it used. */
  answer: (id: string, content: JsonObject[] = [{ type: 'text', text: 'Hm' }], more: JsonObject = {}) =>
    line({
      message: { id, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content, usage: USAGE },
      type: 'assistant',
      uuid: `a-${id}`,
      ...more,
    }),
  interrupted: (promptId: string, text = '[Request interrupted by user]', more: JsonObject = {}) =>
    user(promptId, [{ type: 'text', text }], { uuid: `i-${promptId}`, ...more }),
  rejected: (promptId: string, call: string, more: JsonObject = {}) =>
    user(promptId, [{ type: 'tool_result', content: REJECTED, is_error: true, tool_use_id: call }], {
      toolUseResult: 'User rejected tool use',
      toolDenialKind: 'user-rejected',
      ...more,
    }),
  result: (promptId: string, call: string, content: JsonObject[] | string, more: JsonObject = {}) =>
    user(promptId, [{ tool_use_id: call, type: 'tool_result', content, is_error: false, ...more }]),
  /** Kinds of lines that tell nothing here. */
  others: [
    '{"type":"mode","mode":"normal"}',
    '{"type":"api-request","id":"2c4f","params":{}}',
    line({ type: 'system', subtype: 'turn_duration', durationMs: 307 }),
    line({ type: 'attachment', attachment: { type: 'date', date: '2026-11-16' } }),
  ],
} as const
